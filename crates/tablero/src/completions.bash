
# Bash splits words at colons and equals signs; a player such as level:4 is one word, and so is --white=level:4.
_tablero_whole_words() {
    local line=${COMP_LINE:0:COMP_POINT} word kept reply only_options=1
    local -a before replies
    word=${line##*[[:space:]]}
    case $word in
        --*=*)
            set -- "$1" "${word#*=}" "${word%%=*}"
            ;;
        *:*)
            read -ra before <<< "${line%"$word"}"
            set -- "$1" "$word" "${before[${#before[@]}-1]}"
            ;;
    esac
    _tablero "$@"
    # What stands before the last break is on the line already.
    if [[ $2 == *:* && $COMP_WORDBREAKS == *:* ]]; then
        kept=${2%"${2##*:}"}
        for reply in "${COMPREPLY[@]}"; do
            replies+=("${reply#"$kept"}")
        done
        COMPREPLY=("${replies[@]}")
    fi
    [[ $word == -* || $3 == -* ]] && return 0
    for reply in "${COMPREPLY[@]}"; do
        [[ $reply == -* ]] || only_options=0
    done
    [[ $only_options == 1 ]] || return 0
    # Where a path can be written, paths are offered before options.
    case "${COMP_WORDS[1]} ${COMP_WORDS[2]} " in
        @folders@)
            compopt -o filenames +o default +o bashdefault 2> /dev/null
            local IFS=$'\n'
            COMPREPLY=($(compgen -d -- "$2"))
            ;;
        @files@)
            COMPREPLY=()
            ;;
    esac
}

complete -F _tablero_whole_words -o bashdefault -o default tablero

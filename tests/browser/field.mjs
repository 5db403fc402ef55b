// A Minesweeper board whose mines are known: the program itself says where they are.

import { execFileSync } from 'node:child_process';
import { program } from './server.mjs';

/** The board of a seed, with its first cell open; names are those of the cells, such as c4. */
export function field(level, seed, { rule = 'opening', first = 'a1' } = {}) {
  const asked = ['mines', 'generate', level, '--seed', String(seed), '--rule', rule, '--first', first];
  const lines = execFileSync(program, asked, { encoding: 'utf8' }).trim().split('\n');
  const code = lines[0].replace(/^code /, '');
  const [width, height] = lines[3].split(/[x/]/).map(Number);
  const rows = lines.slice(4, 4 + height);
  const cells = rows.flatMap((row, y) => [...row].map((letter, x) => ({ name: nameOf(x, y), x, y, letter })));
  const at = new Map(cells.map((cell) => [cell.name, cell]));
  const around = (name) => {
    const { x, y } = at.get(name);
    const isNear = (cell) => Math.abs(cell.x - x) <= 1 && Math.abs(cell.y - y) <= 1 && cell.name !== name;
    return cells.filter(isNear).map((cell) => cell.name);
  };
  const isMine = (name) => at.get(name).letter === '*';
  const names = cells.map((cell) => cell.name);
  return {
    code,
    width,
    height,
    mines: names.filter(isMine),
    safe: names.filter((name) => !isMine(name)),
    /** How many mines are around a safe cell. */
    number: (name) => around(name).filter(isMine).length,
    around,
    isMine,
  };
}

/** The cell that the solver would open next. */
export function nextCell(level, rows) {
  const told = execFileSync(program, ['mines', 'solve', '-'], { encoding: 'utf8', input: [level, ...rows, ''].join('\n') });
  return /^open (\w+)/.exec(told)[1];
}

function nameOf(x, y) {
  const letter = (index) => String.fromCharCode('a'.charCodeAt(0) + index);
  return `${x < 26 ? letter(x) : letter(Math.floor(x / 26) - 1) + letter(x % 26)}${y + 1}`;
}

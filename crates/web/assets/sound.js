// Short, soft, wooden sounds, made here. Nothing is heard until it is asked for.

const tunes = {
  move: [[0, 320, 0.3, 0.09]],
  capture: [[0, 240, 0.4, 0.11], [0.05, 180, 0.3, 0.1]],
  check: [[0, 420, 0.3, 0.1], [0.11, 520, 0.3, 0.12]],
  end: [[0, 330, 0.3, 0.2], [0.16, 415, 0.3, 0.2], [0.32, 495, 0.3, 0.35]],
  lost: [[0, 110, 0.6, 0.4], [0.04, 70, 0.5, 0.6]],
};

// A knock: a tone that falls and a breath of noise, both gone at once.
function knock(context, at, pitch, loudness, length) {
  const tone = context.createOscillator();
  const fade = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.5, at + length);
  fade.gain.setValueAtTime(loudness, at);
  fade.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.connect(fade).connect(context.destination);
  tone.start(at);
  tone.stop(at + length);

  const samples = context.createBuffer(1, context.sampleRate * 0.03, context.sampleRate);
  const channel = samples.getChannelData(0);
  for (let i = 0; i < channel.length; i += 1) channel[i] = (Math.random() * 2 - 1) * (1 - i / channel.length);
  const noise = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const quiet = context.createGain();
  noise.buffer = samples;
  filter.type = "bandpass";
  filter.frequency.value = pitch * 4;
  quiet.gain.value = loudness * 0.6;
  noise.connect(filter).connect(quiet).connect(context.destination);
  noise.start(at);
}

export class Speaker {
  play(name) {
    if (document.getElementById("sound").getAttribute("aria-pressed") !== "true") return;
    try {
      this.context ??= new AudioContext();
      const { context } = this;
      if (context.state === "suspended") context.resume();
      for (const [after, ...rest] of tunes[name]) knock(context, context.currentTime + after, ...rest);
    } catch { /* a machine without sound is no reason to stop */ }
  }
}

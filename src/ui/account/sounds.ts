import type { Season } from './season.ts';

/** Notes of each season's tune, in Hz, played one after the other. */
const TUNES: Readonly<Record<Season, readonly number[]>> = {
  winter: [659, 659, 659, 659, 659, 659, 659, 784, 523, 587, 659],
  halloween: [294, 311, 294, 277, 294],
  midsummer: [523, 587, 659, 784, 659, 784, 1047],
};

const NOTE = 0.16;

/** Plays the season's tune, softly. Browsers without sound stay silent, and those whose user wants things calm (reduced motion). */
export function playTune(season: Season): void {
  if (typeof AudioContext === 'undefined') return;
  if (typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const context = new AudioContext();
  const notes = TUNES[season];
  notes.forEach((frequency, i) => {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const begin = context.currentTime + i * NOTE;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.05, begin);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + NOTE);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + NOTE);
    if (i === notes.length - 1) tone.addEventListener('ended', () => void context.close());
  });
}

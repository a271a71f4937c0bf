const SAMPLES_PER_SECOND = 8000;
const SECONDS = 2;
const SILENCE = 128;

/** Two seconds of a soft chord that fades away: a WAV of 8-bit samples. */
export function tone(draw: number): Buffer {
  const length = SAMPLES_PER_SECOND * SECONDS;
  const root = 196 * 2 ** ((draw % 12) / 12);
  const samples = Uint8Array.from({ length }, (_, i) => {
    const seconds = i / SAMPLES_PER_SECOND;
    const waves = [1, 1.26, 1.5].map((ratio) => Math.sin(seconds * root * ratio * 2 * Math.PI));
    const loudness = 12 * (1 - seconds / SECONDS) * Math.min(1, seconds * 20);
    return SILENCE + Math.round(loudness * waves.reduce((sum, wave) => sum + wave, 0));
  });
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20); // uncompressed
  header.writeUInt16LE(1, 22); // one channel
  header.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  header.writeUInt32LE(SAMPLES_PER_SECOND, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(length, 40);
  return Buffer.concat([header, samples]);
}

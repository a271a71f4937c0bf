// Cuts the typefaces of the dashboard down to what nearly every text is made of: a first visit loads a third of the bytes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { root } from './freshness.mjs';

const folder = 'apps/dashboard/src/app/theme/generated';

/** With the control characters: a line break in a text would load the rest. */
const unicodeRange = 'U+0-7E, U+A0, U+B7, U+D7, U+2013-2014, U+2018-2019, U+201C-201D, U+2026, U+2192, U+2212';

// Weights that the page uses; features that are on by themselves, and those that its style sheets turn on.
const weights = { min: 400, max: 700 };
const always = ['ccmp', 'kern', 'locl', 'mark', 'mkmk'];
const fonts = [
  {
    name: 'inter',
    family: 'Inter Variable',
    weight: '100 900',
    features: [...always, 'calt', 'liga', 'tnum', 'cv11', 'ss03'],
  },
  { name: 'jetbrains-mono', family: 'JetBrains Mono Variable', weight: '100 800', features: always },
];

const characters = unicodeRange.split(', ').flatMap((range) => {
  const [first, last = first] = range
    .slice(2)
    .split('-')
    .map((hex) => Number.parseInt(hex, 16));
  return Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place));
});

// The weights of the whole font, although the file has fewer: only faces of equal weights are put together by character.
const faceOf = ({ name, family, weight }) => `@font-face {
  font-family: "${family}";
  font-style: normal;
  font-display: swap;
  font-weight: ${weight};
  src: url("./${name}-basic.woff2") format("woff2");
  unicode-range: ${unicodeRange};
}
`;

/** @returns {Promise<{path: string, text: string | Uint8Array}[]>} the cut fonts, and the style sheet that names them */
export async function basicFonts() {
  const files = fonts.map(async ({ name, features }) => {
    const whole = join(root, `node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`);
    const options = { targetFormat: 'woff2', keepFeatures: features, variationAxes: { wght: weights } };
    return {
      path: `${folder}/${name}-basic.woff2`,
      text: await subsetFont(readFileSync(whole), characters.join(''), options),
    };
  });
  const styles = { path: `${folder}/basic-fonts.css`, text: fonts.map(faceOf).join('\n') };
  return [styles, ...(await Promise.all(files))];
}

import { InvalidValue } from '../readers';
import type { Parameter } from './parameter';

/** Members to keep, by name; `undefined` keeps the whole value. */
export interface FieldTree extends ReadonlyMap<string, FieldTree | undefined> {}

const maxPaths = 50;
const maxNames = 8;
// Proxies commonly limit the request line to 8 KB.
const maxLength = 8_000;
const name = /^[\w$@:-]+$/;

/** Selects members of the response, or of each item of a list. */
export const fields: Parameter<FieldTree | undefined> = {
  required: false,
  schema: { type: 'string', maxLength },
  description: `Members to keep of the response, or of each item of a list, such as \`pk,username,hd_profile_pic_versions.url\`. Paths that match nothing are ignored, and named in the response header \`x-fields-unmatched\`. At most ${maxPaths} paths, each at most ${maxNames} names deep.`,
  read(text) {
    const paths = text.split(',').map((path) => path.split('.'));
    if (text.length > maxLength) return new InvalidValue(`must be at most ${maxLength} characters long`);
    if (!paths.flat().every((one) => name.test(one)))
      return new InvalidValue(
        'must be member names separated by commas, with dots before nested members and no spaces, such as pk,username,hd_profile_pic_versions.url',
      );
    if (paths.length > maxPaths)
      return new InvalidValue(`must have at most ${maxPaths} paths, but has ${paths.length}`);
    if (paths.some((names) => names.length > maxNames))
      return new InvalidValue(`must have at most ${maxNames} names in a path`);
    return treeOf(paths);
  },
};

function treeOf(paths: readonly string[][]): FieldTree {
  const pathsByName = new Map<string, string[][]>();
  for (const [name, ...rest] of paths) pathsByName.set(name!, [...(pathsByName.get(name!) ?? []), rest]);
  return new Map(
    [...pathsByName].map(([name, rests]) => [
      name,
      rests.some((rest) => rest.length === 0) ? undefined : treeOf(rests),
    ]),
  );
}

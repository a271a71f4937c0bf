import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(__dirname, '../../../..');
/** Leaves out the guides of the documentation site: they link to URLs of the site, which the site's own tests check. */
const documents = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { cwd: root })
  .toString()
  .trim()
  .split('\n')
  .filter((path) => existsSync(join(root, path)) && !path.startsWith('apps/api/src/'));

const textOf = (path: string) => readFileSync(join(root, path), 'utf8').replace(/^```[\s\S]*?^```$/gm, '');

/** The anchor that GitHub gives to a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

function anchorsOf(path: string): string[] {
  return [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!));
}

/** The broken links of a document. */
function brokenLinks(path: string): string[] {
  const links = [...textOf(path).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map(([, link]) => link!);
  return links.filter((link) => {
    const [file, anchor] = link.split('#') as [string, string?];
    const target = file ? relative(root, join(root, dirname(path), file)) : path;
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && !anchorsOf(target).includes(anchor);
  });
}

it.each(documents)('%s links only to files and headings that exist', (path) => {
  expect(brokenLinks(path)).toEqual([]);
});

it('the link check includes the README and the operations guide', () => {
  expect(documents).toEqual(expect.arrayContaining(['README.md', 'docs/alerts.md', 'docs/operations/README.md']));
});

it('the guides link only to sections of the dashboard that exist', () => {
  const textsIn = (folder: string, pattern: string) =>
    execFileSync('git', ['ls-files', `${folder}/${pattern}`], { cwd: root })
      .toString()
      .trim()
      .split('\n')
      .map((path) => readFileSync(join(root, path), 'utf8'))
      .join('\n');
  const guides = textsIn('apps/api/src/api-docs/site/guides', '*.md');
  const dashboard = textsIn('apps/dashboard/src', '*.tsx');
  const anchors = [...guides.matchAll(/\(\/dashboard\/[^)#]*#([\w-]+)\)/g)].map(([, anchor]) => anchor!);
  expect(anchors.length).toBeGreaterThan(0);
  expect(anchors.filter((anchor) => !dashboard.includes(`id="${anchor}"`))).toEqual([]);
});

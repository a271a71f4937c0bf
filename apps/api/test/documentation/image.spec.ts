import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFlags } from '../../src/cli/launcher/launch';
import { documentedVariables } from '../../src/platform/config/env';

const read = (name: string) => readFileSync(join(__dirname, '../../../..', name), 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('docker-compose.yml');
const pinned = /:[\w.-]+@sha256:[0-9a-f]{64}$/;

describe('the image', () => {
  it('runs the API as `npm start` does', () => {
    const command = /^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? 'null';
    expect(JSON.parse(command)).toEqual(['node', ...nodeFlags, 'apps/api/dist/main.js']);
  });

  it('is made from an image with a digest, and from none besides', () => {
    expect(/^ARG NODE_IMAGE=(.*)$/m.exec(dockerfile)?.[1]).toMatch(pinned);
    const stages = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(stages.filter((image) => image !== 'manifests' && image !== `\${NODE_IMAGE}`)).toEqual([]);
  });
});

describe('docker-compose.yml', () => {
  it('pulls images by their digests alone', () => {
    const images = [...compose.matchAll(/^ +image: (\S+)$/gm)].map(([, image]) => image!);
    expect(images.length).toBeGreaterThan(3);
    for (const image of images.filter((one) => one !== 'loupe:local')) expect(image).toMatch(pinned);
  });

  it('confines every container', () => {
    const services = compose
      .slice(compose.indexOf('\nservices:'), compose.indexOf('\nnetworks:'))
      .split(/^ {2}(?=\S)/m);
    for (const service of services.slice(1)) expect(service).toMatch(/<<: \*(confined|image)|: \*api/);
  });

  it('mounts configurations from files, the only ones that Compose takes for a read-only container', () => {
    const configs = compose.slice(compose.indexOf('\nconfigs:')).split('\n').slice(2);
    const files = configs.filter(Boolean).map((line) => /\{ file: (\S+) \}$/.exec(line)?.[1]);
    expect(files).toHaveLength(2);
    for (const file of files) expect(existsSync(join(__dirname, '../../../..', file ?? 'no file'))).toBe(true);
  });

  /** What the image decides, and what a container has no use for. */
  const notPassedOn = ['NODE_ENV', 'HOST', 'PORT', 'MANAGEMENT_PORT', 'DATA_DIR', 'DEMO'];

  it('hands the API each variable that it reads, and no container a whole file of them', () => {
    const environment = compose.slice(compose.indexOf('x-api:'), compose.indexOf('\nservices:'));
    const missing = documentedVariables.filter(({ name }) => !environment.includes(`\n    ${name}: `));
    expect(missing.map(({ name }) => name)).toEqual(notPassedOn);
    expect(compose).not.toContain('env_file');
  });
});

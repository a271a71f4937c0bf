// Writes apps/api/src/core/identity/common-passwords.bin from a file with one password per line, most common first. (The committed file
// comes from 10_million_password_list_top_1000000.txt of OWASP SecLists.) Takes the first 5,000 passwords of 12 characters or more, and
// stores six bytes of the SHA-256 of each, sorted. So the list is 30 KB and not readable.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/freshness.mjs';

const lines = readFileSync(process.argv[2], 'utf8').split(/\r?\n/);
const longEnough = lines.map((line) => line.toLowerCase()).filter((line) => line.length >= 12);
const hashes = [...new Set(longEnough)]
  .slice(0, 5_000)
  .map((password) => createHash('sha256').update(password).digest().subarray(0, 6))
  .sort(Buffer.compare);
writeFileSync(join(root, 'apps/api/src/core/identity/common-passwords.bin'), Buffer.concat(hashes));

import type { DocumentIds } from '@loupe/upstream-client';
import { isStringRecord, readJsonFile } from './json-file';

/** Reads UPSTREAM_DOC_IDS_FILE. @throws an error that names the variable and quotes nothing of the file */
export function readDocumentIds(file: string | undefined): Partial<DocumentIds> {
  if (!file) return {};
  const ids = readJsonFile('UPSTREAM_DOC_IDS_FILE', file);
  if (isStringRecord(ids)) return ids;
  throw new Error('UPSTREAM_DOC_IDS_FILE must hold an object: query name to document id');
}

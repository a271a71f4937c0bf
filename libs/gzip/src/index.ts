export { gzip } from './gzip';

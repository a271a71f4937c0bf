export { highlightId, parseDecimalId } from './decimal-id';
export { canonicalPostUrl, type PlatformUrl, parsePlatformUrl } from './platform-url';
export { type PostId, parsePostId } from './post-id';
export { decodeShareLink, type ShareTarget } from './share-link';
export { pkFromShortcode, shortcodeFromPk } from './shortcode';

export { parseHighlightId } from './decimal-id';
export { canonicalPostUrl, type PlatformUrl, parsePlatformUrl } from './platform-url';
export { type PostId, parseNumericPostId, parsePostId } from './post-id';
export { decodeShareLink, type ShareTarget } from './share-link';
export { pkFromShortcode, shortcodeFromPk } from './shortcode';

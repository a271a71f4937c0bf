export interface Picture {
  readonly url: string;
  readonly alt: string;
  readonly width?: number;
  readonly height?: number;
}

type Fields = Record<string, unknown>;

const maxPictures = 60;

/** Wide enough to see, without loading originals for thumbnails. */
const wantedWidth = 320;

export function picturesOf(body: unknown): Picture[] {
  const found = new Map<string, Picture>();
  const visit = (value: unknown, about: string): void => {
    if (found.size >= maxPictures) return;
    if (Array.isArray(value)) for (const item of value) visit(item, about);
    if (!isFields(value) || Array.isArray(value)) return;
    const alt = subjectOf(value) ?? about;
    for (const picture of ownPictures(value, alt)) if (!found.has(picture.url)) found.set(picture.url, picture);
    for (const [key, child] of Object.entries(value)) if (!renditionKeys.has(key)) visit(child, alt);
  };
  visit(body, 'Picture');
  return [...found.values()];
}

/** Members with one picture in several sizes. */
const renditionKeys = new Set(['image_versions2', 'hd_profile_pic_versions', 'hd_profile_pic_url_info']);

function ownPictures(fields: Fields, alt: string): Picture[] {
  const pictures: Picture[] = [];
  const versions = fields.image_versions2;
  if (isFields(versions) && Array.isArray(versions.candidates)) {
    const rendition = fitting(versions.candidates);
    if (rendition) pictures.push({ ...rendition, alt });
  }
  for (const [key, url] of Object.entries(fields))
    if (isPictureKey(key, fields) && isAddress(url)) pictures.push({ url, alt });
  return pictures;
}

const isPictureKey = (key: string, fields: Fields): boolean =>
  /(^|_)(profile_pic_url|thumbnail_url|cover_artwork(_thumbnail)?_ur[il]|image_url)$/.test(key) ||
  (key === 'url' && 'width' in fields && 'height' in fields && !('type' in fields));

function fitting(candidates: readonly unknown[]): Omit<Picture, 'alt'> | undefined {
  const byWidth = candidates
    .filter(isFields)
    .filter(({ url }) => isAddress(url))
    .sort((one, other) => Number(one.width) - Number(other.width));
  const best = byWidth.find(({ width }) => Number(width) >= wantedWidth) ?? byWidth.at(-1);
  if (!best) return undefined;
  const size = { width: Number(best.width), height: Number(best.height) };
  return { url: String(best.url), ...(size.width > 0 && size.height > 0 && size) };
}

function subjectOf(fields: Fields): string | undefined {
  const { caption, username, title, name, full_name: fullName } = fields;
  const text = isFields(caption) ? caption.text : caption;
  const subject = [text, username, title, name, fullName].find((one) => typeof one === 'string' && one !== '');
  return typeof subject === 'string' ? subject.slice(0, 120) : undefined;
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const isAddress = (value: unknown): value is string => typeof value === 'string' && /^https?:\/\//.test(value);

import { float, type JsonObject } from './json';
import scrubberTemplate from './templates/scrubber.json';
import type { View } from './view';

export const allWidths: readonly number[] = [1080, 750, 640, 480, 320, 240];
export const fewWidths: readonly number[] = [1080, 640, 320];
export const oneWidth: readonly number[] = [640];
const scans = 'e35';

/** An image in each of the given widths. Some images lack `scans_profile`, as on the platform. */
export function imageVersions(
  view: View,
  mediaPk: bigint,
  height: number,
  draw: number,
  widths: readonly number[] = allWidths,
): JsonObject {
  const candidate = (width: number): JsonObject => ({
    width,
    height: Math.round((height * width) / 1080),
    url: view.links.picture('media', mediaPk, width, Math.round((height * width) / 1080)),
    scans_profile: draw % 6 === 0 ? undefined : scans,
    estimated_scans_sizes: [6100, 12_201, 18_302, 24_403],
    is_spatial_image: false,
  });
  return { candidates: widths.map(candidate) };
}

export function videoFrames(
  view: View,
  mediaPk: bigint,
  height: number,
  durationMs: number,
  draw: number,
  widths: readonly number[] = allWidths,
): JsonObject {
  const frame = { width: 640, height: Math.round((height * 640) / 1080) };
  const url = view.links.picture('media', mediaPk, frame.width, frame.height);
  return {
    ...imageVersions(view, mediaPk, height, draw, widths),
    additional_candidates: { first_frame: { ...frame, url }, igtv_first_frame: { ...frame, url }, smart_frame: null },
    scrubber_spritesheet_info_candidates: {
      default: {
        ...scrubberTemplate,
        sprite_urls: [view.links.picture('media', mediaPk, 750, 1080)],
        thumbnail_duration: float(durationMs / 105_000),
        video_length: float(durationMs / 1000),
      },
    },
  };
}

export function videoVersions(view: View, mediaPk: bigint): JsonObject[] {
  const rendition = (type: number, width: number, bandwidth: number): JsonObject => ({
    type,
    width,
    height: Math.round((width * 16) / 9),
    id: `${BigInt.asUintN(50, mediaPk)}v`,
    url: view.links.video(mediaPk, width, Math.round((width * 16) / 9)),
    bandwidth,
    url_expiration_timestamp_us: null,
    fallback: null,
  });
  return [rendition(101, 720, 2_315_752), rendition(102, 480, 980_112), rendition(103, 480, 980_112)];
}

export function dashManifest(view: View, mediaPk: bigint, durationMs: number): string {
  const seconds = (durationMs / 1000).toFixed(3);
  const representation = (width: number, rank: number): string =>
    `<Representation id="${mediaPk}vd${rank}" bandwidth="${width * 1900}" codecs="avc1.64001F" mimeType="video/mp4" ` +
    `FBEncodingTag="dash_r2_basic_gen2_${width}p" FBContentLength="${width * 9001}" FBPlaybackResolutionMos="0:100.00,480:96.05,640:95.54" ` +
    `FBQualityClass="hd" FBQualityLabel="${width}p" frameRate="15360/512" width="${width}" height="${Math.round((width * 16) / 9)}" ` +
    `scanType="progressive"><BaseURL>${view.links.video(mediaPk, width, width).replaceAll('&', '&amp;')}</BaseURL>` +
    `<SegmentBase indexRange="899-1050" timescale="15360" FBMinimumPrefetchRange="1051-60233" FBPartialPrefetchRange="1051-120500" ` +
    `FBFirstSegmentRange="1051-260113" FBSecondSegmentRange="260114-502118" FBPrefetchSegmentRange="1051-502118">` +
    `<Initialization range="0-898"/></SegmentBase></Representation>\n`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" minBufferTime="PT1.500S" type="static" ` +
    `mediaPresentationDuration="PT0H0M${seconds}S" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011">\n<Period id="0">` +
    `<AdaptationSet segmentAlignment="true" subsegmentStartsWithSAP="1" maxWidth="1080" maxFrameRate="30">\n` +
    [240, 360, 480, 540, 640, 720, 960, 1080].map(representation).join('') +
    `</AdaptationSet></Period></MPD>`
  );
}

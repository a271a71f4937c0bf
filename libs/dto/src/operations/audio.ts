import { audioId, cursor } from '../parameters/known-parameters';
import { defineOperations } from './operation';

export const audio = defineOperations('audio', {
  trending: {
    path: '/audio/trending',
    summary: 'Trending audio',
    parameters: { cursor },
    upstream: ['music.trending'],
    answer: { kind: 'list', of: 'AudioUnit' },
  },
  byId: {
    path: '/audio/{audio_id}',
    summary: 'Page metadata of a track or original sound',
    parameters: { audio_id: audioId },
    upstream: ['clips.music'],
    answer: { kind: 'object', of: 'AudioPage' },
    problems: ['not_found'],
  },
  medias: {
    path: '/audio/{audio_id}/medias',
    summary: 'Reels that use a track or sound',
    parameters: { audio_id: audioId, cursor },
    upstream: ['clips.music'],
    answer: { kind: 'list', of: 'Media' },
    problems: ['not_found'],
  },
});

import { picturesOf } from './pictures';

const candidate = (width: number) => ({ width, height: width, url: `https://cdn.example/${width}.jpg` });

describe('picturesOf', () => {
  it('picks the smallest rendition of a picture that is wide enough', () => {
    const media = {
      caption: { text: 'Sunrise' },
      image_versions2: { candidates: [1080, 640, 320, 150].map(candidate) },
    };
    expect(picturesOf({ items: [media] })).toEqual([
      { url: 'https://cdn.example/320.jpg', alt: 'Sunrise', width: 320, height: 320 },
    ]);
  });

  it('picks the largest rendition of a picture when none is wide enough', () => {
    const media = { image_versions2: { candidates: [150, 240, 75].map(candidate) } };
    expect(picturesOf(media)[0]?.url).toBe('https://cdn.example/240.jpg');
  });

  it('finds profile pictures and covers, each once, with their owner’s name', () => {
    const user = { username: 'marta.trails', profile_pic_url: 'https://cdn.example/m.jpg' };
    const tray = {
      title: 'Alps',
      cover_media: { cropped_image_version: { width: 1, height: 1, url: 'https://cdn.example/c.jpg' } },
    };
    expect(picturesOf([user, user, tray]).map(({ alt }) => alt)).toEqual(['marta.trails', 'Alps']);
  });

  it('skips videos, links and broken addresses in the search for pictures', () => {
    const body = {
      external_url: 'https://example.com',
      video_versions: [{ type: 101, width: 720, height: 1280, url: 'https://cdn.example/v.mp4' }],
      profile_pic_url: 'javascript:alert(1)',
      image_versions2: { candidates: 'none' },
    };
    expect(picturesOf(body)).toEqual([]);
  });

  it('stops at the maximum number of pictures', () => {
    const users = Array.from({ length: 200 }, (_, index) => ({ profile_pic_url: `https://cdn.example/${index}.jpg` }));
    expect(picturesOf(users)).toHaveLength(60);
  });
});

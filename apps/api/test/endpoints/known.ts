/** Documented contents of the simulated platform: see the README of the simulator. */
export const known = {
  marta: '1001',
  /** Very large: the upstream lists only the first 47 followers. */
  capped: '1002',
  /** Private: the upstream refuses its lists with 400. */
  privateLoudly: '1003',
  /** Private: the upstream's lists are empty. */
  privateQuietly: '1004',
  deleted: '1005',
  banned: '1006',
  /** Public, without any content. */
  empty: '1007',
  quirky: '1010',
  showcase: '1012',
  manyScripts: '1013',
  storyTeller: '1014',
  oldTimer: '1015',
  /** An id that never existed. */
  nobody: '999999999999',
};

export const knownPosts = {
  photo: { pk: '2006059184019655369', code: 'BvW9DMF5srJ' },
  likesHidden: '2188566651224156595',
  commentsDisabled: '2224849734921827153',
  carousel: '2320163015865434309',
  carouselOfTen: '3386336733121267875',
  reel: 'CFq8-_0NHIL',
  hugeThread: '2639297316059813967',
  noComments: '2724409251350472225',
  goneLoudly: '2857630748456956717',
  goneWith404: '2963577379747881529',
  goneQuietly: '3052043347124317403',
  tailThread: '3427972388219817405',
  opaqueTailThread: '3530665016647977683',
  privateLoudly: { pk: '4016902744569901245', owner: '1003' },
  privateQuietly: '4014992086535446423',
  from2011: { pk: '11387521549182849', code: 'odOP4z6eB' },
};

export const knownComments = {
  repliesByMaxId: '17896169626109711',
  repliesByMinId: '18009542731353871',
  noReplies: '17986947427180545',
};

export const knownHighlights = {
  ofMarta: '17940908660136919',
  ofPrivate: '17984186695569347',
  deleted: '18009304206418313',
};

export const knownPlaces = { venue: '371653515', region: '240813187', closed: '428342821' };

export const knownAudio = {
  cluster: '797000832107795',
  canonical: '18418000394075459',
  original: '9171030632498263',
  unknown: '797000000000000',
};

export const searchSession =
  'search_session_id=0f2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d&serp_session_id=1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d';
export const browseSession = 'browse_session_id=2b3c4d5e-6f7a-4b8c-9d0e-1f2a3b4c5d6e';

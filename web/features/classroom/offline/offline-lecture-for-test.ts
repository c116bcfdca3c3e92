import type { OfflineLecture } from './offline-store.ts';

const MB = 1024 * 1024;
const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

/** A lecture that is downloaded, and plays until 5 December 2026. */
export const download: OfflineLecture = {
  _id: 'l1',
  userId: 'u1',
  keptAtMs: Date.parse('2026-11-21T06:00:00Z'),
  course: {
    _id: 'c1',
    title: 'The Shopkeeper’s Balance Sheet',
    description: '',
    category: 'Business',
    createdBy: 'Ila Rao',
    outcomes: [],
    thumbnail: { secure_url: null },
    numberOfLectures: 14,
    totalDurationMs: 1,
    createdAt: '2026-06-15T04:30:00.000Z',
  },
  lecture: {
    _id: 'l1',
    title: 'Profit is not cash',
    description: '',
    durationMs: 962_000,
    sectionId: null,
    isDraft: false,
    isFreePreview: false,
    chapters: [],
    captions: [],
    attachments: [],
    progress: null,
    lecture: [],
    expiresAtMs: 0,
    state: 'ready',
    isPlayable: true,
    progressPercent: null,
    failure: null,
    hls: null,
    poster: null,
    storyboard: null,
  },
  position: 1,
  quality: 480,
  files: [{ name: 'media', contentType: 'video/mp4', sizeBytes: 84 * MB, chunks: 84 }],
  isComplete: true,
  neededBytes: 0,
  isRemoved: false,
  key,
  keyId: '1',
  endsAtMs: Date.parse('2026-12-05T06:00:00Z'),
};

import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentProps, StrictMode } from 'react';
import { fakeMedia } from './fake-media.ts';
import type { Chapter } from '#contract/classroom/chapters.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { LecturePlayer } from './lecture-player.tsx';

interface Given {
  /** The renewed address; undefined when there is none. */
  freshAddresses?: string[];
  startsPlaying?: boolean;
  chapters?: Chapter[];
  more?: Partial<ComponentProps<typeof LecturePlayer>>;
}

export const lectureAt = (address: string): Lecture => ({
  _id: 'first',
  title: 'Stocks and flows',
  kind: 'video',
  audio: null,
  text: null,
  pdf: null,
  live: null,
  questions: null,
  description: '',
  lecture: [{ secure_url: address }],
  durationMs: 60_000,
  chapters: [],
  captions: [],
  attachments: [],
  expiresAtMs: 0,
  sectionId: null,
  isDraft: false,
  isFreePreview: false,
  opensAt: null,
  lockedBy: null,
  state: 'ready',
  isPlayable: true,
  progressPercent: null,
  failure: null,
  hls: null,
  poster: null,
  storyboard: null,
  progress: null,
});

/** Opens a player of a lecture of one minute. */
export const openPlayer = ({ freshAddresses = [], startsPlaying = false, chapters = [], more = {} }: Given = {}) => {
  const fake = fakeMedia();
  const renewLecture = async (): Promise<Lecture> => {
    const address = freshAddresses.shift();
    if (!address) throw new Error('no address');
    return lectureAt(address);
  };
  const { unmount } = render(
    <StrictMode>
      <LecturePlayer
        lecture={{ ...lectureAt('https://school.example/first.mp4'), chapters }}
        renewLecture={renewLecture}
        startsPlaying={startsPlaying}
        {...more}
      />
    </StrictMode>,
  );
  return { ...fake, unmount, user: userEvent.setup() };
};

export const button = (name: string) => screen.getByRole('button', { name });

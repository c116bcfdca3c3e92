import { act } from '@testing-library/react';
import { vi } from 'vitest';

interface FakeMedia {
  isPaused: boolean;
  seconds: number;
  error: MediaError | null;
  /** No data is loaded: the duration is unknown, and a call of play() is lost when the stream opens. */
  isEmpty: boolean;
}

const networkError: MediaError = {
  code: 2,
  message: '',
  MEDIA_ERR_ABORTED: 1,
  MEDIA_ERR_NETWORK: 2,
  MEDIA_ERR_DECODE: 3,
  MEDIA_ERR_SRC_NOT_SUPPORTED: 4,
};

class FakeTrack extends EventTarget {
  mode: TextTrackMode = 'disabled';
  readonly kind: TextTrackKind = 'captions';
  activeCues: { startTime: number; getCueAsHTML: () => DocumentFragment }[] = [];
  readonly language: string;
  readonly label: string;
  constructor(language: string, label: string) {
    super();
    this.language = language;
    this.label = label;
  }
}

class FakeTracks extends EventTarget {
  readonly list: FakeTrack[] = [];
  [Symbol.iterator]() {
    return this.list[Symbol.iterator]();
  }
}

/** Plays the one video of a test as a browser would, because jsdom does not implement media. */
export const fakeMedia = () => {
  const media: FakeMedia = { isPaused: true, seconds: 0, error: null, isEmpty: false };
  const { prototype } = HTMLMediaElement;
  vi.spyOn(prototype, 'paused', 'get').mockImplementation(() => media.isPaused);
  vi.spyOn(prototype, 'currentTime', 'get').mockImplementation(() => media.seconds);
  vi.spyOn(prototype, 'currentTime', 'set').mockImplementation((seconds) => {
    media.seconds = seconds;
  });
  vi.spyOn(prototype, 'duration', 'get').mockImplementation(() => (media.isEmpty ? Number.NaN : 60));
  vi.spyOn(prototype, 'readyState', 'get').mockImplementation(() =>
    media.isEmpty ? HTMLMediaElement.HAVE_NOTHING : HTMLMediaElement.HAVE_ENOUGH_DATA,
  );
  // jsdom does not define these.
  const tracks = new FakeTracks();
  Object.defineProperties(prototype, {
    error: { configurable: true, get: () => media.error },
    textTracks: { configurable: true, get: () => tracks },
    buffered: { configurable: true, get: () => ({ length: 0 }) },
  });
  vi.spyOn(prototype, 'play').mockImplementation(async function play(this: HTMLMediaElement) {
    // Like Chrome, opening a stream cancels a pending play() and its event.
    if (media.isEmpty) throw new DOMException('The play() request was interrupted', 'AbortError');
    media.isPaused = false;
    this.dispatchEvent(new Event('play'));
  });
  vi.spyOn(prototype, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
    media.isPaused = true;
    this.dispatchEvent(new Event('pause'));
  });
  vi.spyOn(prototype, 'load').mockImplementation(function load(this: HTMLMediaElement) {
    Object.assign(media, { isPaused: true, seconds: 0, error: null });
    this.playbackRate = this.defaultPlaybackRate;
  });

  const video = (): HTMLVideoElement => {
    const found = document.querySelector('video');
    if (!found) throw new Error('There is no video');
    return found;
  };
  const emit = (name: string) => act(async () => void video().dispatchEvent(new Event(name)));
  return {
    media,
    video,
    emit,
    hasCaptions: async (language = 'en', label = 'English') => {
      tracks.list.push(new FakeTrack(language, label));
      await act(async () => void tracks.dispatchEvent(new Event('addtrack')));
    },
    /** The cues of the first track change to this one. */
    says: (html: string) =>
      act(async () => {
        const [track] = tracks.list;
        if (!track) throw new Error('There are no captions');
        const getCueAsHTML = () => document.createRange().createContextualFragment(html);
        track.activeCues = [{ startTime: 0, getCueAsHTML }];
        track.dispatchEvent(new Event('cuechange'));
      }),
    captions: () => tracks.list.map(({ mode }) => mode),
    hasOpened: () => {
      media.isEmpty = false;
      return emit('loadedmetadata');
    },
    ends: () => {
      vi.spyOn(prototype, 'ended', 'get').mockImplementation(() => true);
      return emit('ended');
    },
    reaches: async (seconds: number) => {
      media.seconds = seconds;
      await emit('timeupdate');
    },
    breaks: async () => {
      media.error = networkError;
      await emit('error');
    },
  };
};

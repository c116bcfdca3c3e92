import { fileAddressOf } from '#web/features/kinds/file-address.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Opening, openStream, type PlaybackIntent } from './open-stream.ts';
import { onReconnect } from '#web/api/connection.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import type { Rendition } from './quality-menu.ts';
import { useQuality } from './use-quality.ts';

interface StreamOptions {
  video: HTMLVideoElement | null;
  /** With the first addresses; later ones come from `renewLecture`. */
  lecture: Lecture;
  renewLecture: () => Promise<Lecture>;
  startsPlaying: boolean;
  startSeconds: number;
  /** Nothing is loaded meanwhile; the position is kept. */
  isInterrupted: boolean;
}

interface Shown {
  renditions: readonly Rendition[];
  /** Undefined without audio alone. */
  audioBitsPerSecond: number | undefined;
  /** The current height. */
  playing: number | null;
  /** The size that plays because the line carries no larger one; a new object each time that begins. */
  slow: { height: number } | undefined;
}

/** `unreachable`: fetching a new address failed and is retried. `failed`: retrying would not help. */
type StreamStatus = 'open' | 'renewing' | 'unreachable' | 'failed';

/** Why a browser gave up on what it had; undefined when it did not arrive. */
export type MediaFailure = 'decoding' | 'unsupported';

/** A file that is missing is called unsupported, too. */
const mediaFailure = async ({ error }: HTMLVideoElement, file: string): Promise<MediaFailure | undefined> => {
  if (!error) return undefined;
  if (error.code === error.MEDIA_ERR_DECODE) return 'decoding';
  if (error.code !== error.MEDIA_ERR_SRC_NOT_SUPPORTED) return undefined;
  const arrives = await fetch(file, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  return arrives?.ok ? 'unsupported' : undefined;
};

/** Media may fail while the server responds. */
const REACH_AGAIN_MS = 5000;

const nothingShown: Shown = { renditions: [], audioBitsPerSecond: undefined, playing: null, slow: undefined };

/**
 * The addresses in use. Each renewal is a new object, so that even an unchanged address is opened again. `mayRenew`: not
 * again before something has played.
 */
const useLecture = (first: Lecture, renewLecture: () => Promise<Lecture>) => {
  const [lecture, setLecture] = useState(first);
  const [status, setStatus] = useState<StreamStatus>('open');
  const mayRenew = useRef(true);
  const renew = async (isQuiet: boolean) => {
    mayRenew.current = false;
    if (!isQuiet) setStatus('renewing');
    try {
      const fresh = await renewLecture();
      setLecture({ ...fresh });
      setStatus('open');
    } catch {
      setStatus('unreachable');
    }
  };
  return { lecture, status, setStatus, renew, mayRenew };
};

/** Calls `reach` when a lost connection may be back. */
const useReach = (isLost: boolean, reach: () => void): void => {
  const again = useEffectEvent(reach);
  useEffect(() => {
    if (!isLost) return undefined;
    const timer = setInterval(() => again(), REACH_AGAIN_MS);
    const stop = onReconnect(() => again());
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [isLost]);
};

/**
 * Opens and closes the stream of a video, so that no stream outlives its lecture. Addresses expire: when one fails, a
 * new one is fetched once, and playback resumes at the same position and speed. Renditions that fail again are replaced
 * by the single file; when that fails too, the status is `failed`.
 */
export const useStream = (options: StreamOptions) => {
  const { video, startsPlaying, startSeconds, isInterrupted } = options;
  const { lecture, status, setStatus, renew, mayRenew } = useLecture(options.lecture, options.renewLecture);
  const { effective, ...choice } = useQuality();
  const [isLadderBroken, setLadderBroken] = useState(false);
  const [failure, setFailure] = useState<MediaFailure>();
  const [shown, setShown] = useState(nothingShown);
  const [intent] = useState<PlaybackIntent>({ seconds: startSeconds, isPlaying: startsPlaying });
  const opening = useRef<Opening>(undefined);
  useReach(status === 'unreachable' && !isInterrupted, () => void renew(true));

  // A change of size within the ladder opens nothing.
  const ladder = effective === 'original' || isLadderBroken ? null : lecture.hls;
  const isAudio = effective === 'audio' && ladder !== null;
  const sizeNow = useEffectEvent(() => (effective === 'original' || effective === 'audio' ? 'auto' : effective));
  const onFailure = useEffectEvent((reason: 'refused' | 'broken') => {
    if (reason === 'refused' && mayRenew.current) void renew(false);
    else if (ladder !== null) setLadderBroken(true);
    else {
      setStatus('failed');
      if (video) void mediaFailure(video, fileAddressOf(lecture)).then(setFailure);
    }
  });
  useEffect(() => {
    if (!video || isInterrupted) return undefined;
    const stream = openStream({
      video,
      source: { file: fileAddressOf(lecture), ladder },
      quality: isAudio ? 'audio' : sizeNow(),
      intent,
      onRenditions: (renditions, audioBitsPerSecond) =>
        setShown((before) => ({ ...before, renditions, audioBitsPerSecond })),
      onHeight: (playing) => setShown((before) => ({ ...before, playing })),
      onSlow: (height) => setShown((before) => ({ ...before, slow: { height } })),
      onProgress: () => {
        mayRenew.current = true;
      },
      onFailure: (reason) => onFailure(reason),
    });
    opening.current = stream;
    return () => {
      stream.end();
      opening.current = undefined;
      setShown((before) => ({ ...before, playing: null, slow: undefined }));
    };
  }, [video, isInterrupted, intent, lecture, ladder, isAudio, mayRenew]);

  useEffect(() => {
    if (effective !== 'original' && effective !== 'audio') opening.current?.choose(effective);
  }, [effective]);

  const hasLadder = lecture.hls !== null && !isLadderBroken;
  const quality = { ...shown, ...choice, hasLadder };
  return { lecture, status, failure, retry: () => renew(false), intent, quality };
};

export type QualityState = ReturnType<typeof useStream>['quality'];

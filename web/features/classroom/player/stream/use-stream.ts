import { useCallback, useEffect, useRef, useState } from 'react';
import { type Opening, openStream, type PlaybackIntent } from './open-stream.ts';
import { onReconnect } from '#web/api/connection.ts';
import { isOnMobileData } from './connection-speed.ts';
import { readPreferences, storePreferences } from '#web/features/classroom/player/player-preferences.ts';
import type { Lecture } from '#contract/lectures.ts';
import type { Quality, Rendition } from './quality.ts';

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

/** Media may fail while the server responds. */
const REACH_AGAIN_MS = 5000;

const nothingShown: Shown = { renditions: [], audioBitsPerSecond: undefined, playing: null, slow: undefined };

/** The addresses in use. Each renewal is a new object, so that even an unchanged address is opened again. */
const useLecture = (first: Lecture, renewLecture: () => Promise<Lecture>) => {
  const [lecture, setLecture] = useState(first);
  const [status, setStatus] = useState<StreamStatus>('open');
  const latestRenew = useRef(renewLecture);
  useEffect(() => {
    latestRenew.current = renewLecture;
  }, [renewLecture]);
  const renew = useCallback(async (isQuiet: boolean) => {
    if (!isQuiet) setStatus('renewing');
    try {
      const fresh = await latestRenew.current();
      setLecture({ ...fresh });
      setStatus('open');
    } catch {
      setStatus('unreachable');
    }
  }, []);
  const fail = useCallback(() => setStatus('failed'), []);
  return { lecture, status, renew, fail };
};

/** Calls `reach` when a lost connection may be back. */
const useReach = (isLost: boolean, reach: () => void): void => {
  useEffect(() => {
    if (!isLost) return undefined;
    const timer = setInterval(reach, REACH_AGAIN_MS);
    const stop = onReconnect(reach);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [isLost, reach]);
};

/** The chosen quality, remembered on the device, and the effective one while mobile data is saved. */
const useQuality = () => {
  const [{ chosen, savesMobileData }, setWanted] = useState(() => {
    const { quality, savesMobileData } = readPreferences();
    return { chosen: quality, savesMobileData };
  });
  const choose = useCallback((quality: Quality) => {
    storePreferences({ quality });
    setWanted((before) => ({ ...before, chosen: quality }));
  }, []);
  const saveMobileData = useCallback((isSaved: boolean) => {
    storePreferences({ savesMobileData: isSaved });
    setWanted((before) => ({ ...before, savesMobileData: isSaved }));
  }, []);
  const isMobile = isOnMobileData();
  const effective = savesMobileData && isMobile && chosen !== 'audio' ? ('lowest' as const) : chosen;
  /** `knowsMobileData`: whether the browser reports mobile data. */
  return { chosen, choose, effective, savesMobileData, saveMobileData, knowsMobileData: isMobile !== undefined };
};

/** Which of a lecture's addresses is opened: a change of size within the ladder opens nothing. */
const useOpened = ({ hls }: Lecture, effective: Quality | 'lowest', isLadderBroken: boolean) => {
  const isFile = effective === 'original' || isLadderBroken;
  const isAudio = effective === 'audio' && !isFile;
  const wanted = useRef<Exclude<typeof effective, 'original' | 'audio'>>('auto');
  useEffect(() => {
    wanted.current = effective === 'original' || effective === 'audio' ? 'auto' : effective;
  }, [effective]);
  return { ladder: isFile ? null : hls, isAudio, wanted };
};

/**
 * Opens and closes the stream of a video, so that no stream outlives its lecture. Addresses expire: when one fails, a
 * new one is fetched once, and playback resumes at the same position and speed. Renditions that fail again are replaced
 * by the single file; when that fails too, the status is `failed`.
 */
export const useStream = (options: StreamOptions) => {
  const { video, startsPlaying, startSeconds, isInterrupted } = options;
  const { lecture, status, renew, fail } = useLecture(options.lecture, options.renewLecture);
  const { effective, ...choice } = useQuality();
  const [isLadderBroken, setLadderBroken] = useState(false);
  const [shown, setShown] = useState(nothingShown);
  const [intent] = useState<PlaybackIntent>({ seconds: startSeconds, isPlaying: startsPlaying });
  const mayRenew = useRef(true);
  const opening = useRef<Opening>(undefined);

  const renewOnce = useCallback(
    (isQuiet: boolean) => {
      mayRenew.current = false;
      return renew(isQuiet);
    },
    [renew],
  );
  const retry = useCallback(() => renewOnce(false), [renewOnce]);
  const reach = useCallback(() => void renewOnce(true), [renewOnce]);
  useReach(status === 'unreachable' && !isInterrupted, reach);
  const { ladder, isAudio, wanted } = useOpened(lecture, effective, isLadderBroken);

  useEffect(() => {
    if (!video || isInterrupted) return undefined;
    const stream = openStream({
      video,
      source: { file: lecture.lecture[0]?.secure_url ?? '', ladder },
      quality: isAudio ? 'audio' : wanted.current,
      intent,
      onRenditions: (renditions, audioBitsPerSecond) =>
        setShown((before) => ({ ...before, renditions, audioBitsPerSecond })),
      onHeight: (playing) => setShown((before) => ({ ...before, playing })),
      onSlow: (height) => setShown((before) => ({ ...before, slow: { height } })),
      onProgress: () => {
        mayRenew.current = true;
      },
      onFailure: (reason) => {
        if (reason === 'refused' && mayRenew.current) void retry();
        else if (ladder !== null) setLadderBroken(true);
        else fail();
      },
    });
    opening.current = stream;
    return () => {
      stream.end();
      opening.current = undefined;
      setShown((before) => ({ ...before, playing: null, slow: undefined }));
    };
  }, [video, isInterrupted, intent, lecture, ladder, isAudio, wanted, retry, fail]);

  useEffect(() => {
    if (effective !== 'original' && effective !== 'audio') opening.current?.choose(effective);
  }, [effective]);

  const hasLadder = lecture.hls !== null && !isLadderBroken;
  const quality = { ...shown, ...choice, hasLadder };
  return { lecture, status, retry, intent, quality };
};

export type QualityState = ReturnType<typeof useStream>['quality'];

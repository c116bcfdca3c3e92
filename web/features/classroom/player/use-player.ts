import { createContext, startTransition, use, useCallback, useEffect, useMemo, useState } from 'react';
import type { Course } from '#contract/catalog/catalog.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { useKeyHint } from '#web/features/classroom/player/controls/key-hint.ts';
import { usePlayerShortcuts } from '#web/features/classroom/player/controls/player-shortcuts.ts';
import { useStream } from '#web/features/classroom/player/stream/use-stream.ts';
import { createPlayerActions, type PlayerActions, type PlayerHandle } from './player-actions.ts';
import { useCaptionLook } from './captions.tsx';
import { keepPreferences } from './player-preferences.ts';
import { useMediaSession, useRotation, useWakeLock } from './use-device.ts';
import { useMediaState } from './use-media-state.ts';

/** An element, and its ref. Its dependants are drawn in slices, between which the page responds. */
export const useElement = <E extends Element>() => {
  const [element, setElement] = useState<E | null>(null);
  const ref = useCallback((next: E | null) => startTransition(() => setElement(next)), []);
  return [element, ref] as const;
};

export interface NextLecture {
  title: string;
  /** Plays it at once. */
  play: () => void;
  /** Plays it after the countdown. */
  follow: () => void;
  /** There is no countdown, because something on the page is unfinished. */
  waits?: boolean;
  /** It is the end of the course, after a quiz that was passed last. */
  isEnd?: true;
}

/** The text over the video, and how a change of it is reported. */
export interface PlayerWatermark {
  text: string;
  report: () => void;
}

export interface LecturePlayerProps {
  /** A new id creates a new player of the same video element, so that full screen, sound and picture in picture stay. */
  lecture: Lecture;
  /** Shown on the lock screen. */
  course?: Course;
  /** Fetches the lecture with new addresses; rejects when there are none. */
  renewLecture: () => Promise<Lecture>;
  startsPlaying: boolean;
  startSeconds?: number;
  next?: NextLecture | undefined;
  /** For the key N. */
  writeNote?: (() => void) | undefined;
  /** Undefined where nothing can be asked. */
  ask?: (() => void) | undefined;
  wide?: { isOn: boolean; toggle: () => void } | undefined;
  /** Why playback is not possible now, and how to resume; the position is kept. */
  interruption?: { reason: string; action: string; resume: () => void } | undefined;
  /** Undefined where nothing is drawn over the video. */
  watermark?: PlayerWatermark | undefined;
  onReady?: (player: PlayerHandle | null) => void;
}

/** The elements that outlive the player of one lecture. */
export interface PlayerElements {
  /** Goes full screen. */
  stage: HTMLElement | null;
  frame: HTMLElement | null;
  /** Browsers allow an element that was played by a press to play on by itself, not a new one. */
  video: HTMLVideoElement | null;
}

export type ScreenProps = LecturePlayerProps & PlayerElements;

interface ConnectedPlayer extends Pick<PlayerElements, 'frame' | 'video'> {
  actions: PlayerActions | null;
}

/** Connects the actions to the shortcuts, the device, and the page around the player. */
const useConnections = ({ frame, video, actions }: ConnectedPlayer, props: ScreenProps) => {
  const { lecture, course, next, wide, writeNote, ask, interruption, onReady } = props;
  const [hasHelp, setHasHelp] = useState(false);
  const playNext = next?.play;
  const keyHint = useKeyHint(video);
  usePlayerShortcuts(frame, interruption ? null : actions, {
    toggleHelp: () => setHasHelp(!hasHelp),
    toggleWide: wide?.toggle,
    playNext,
    writeNote,
    ask,
    onKey: keyHint.show,
  });
  useMediaSession(lecture, course, { video, actions, playNext });
  useEffect(() => {
    if (!video || !actions || !onReady) return undefined;
    onReady({ video, actions });
    return () => onReady(null);
  }, [video, actions, onReady]);
  return { hasHelp, setHasHelp, keyHint };
};

/** The video with its stream and its actions. */
export const usePlayer = (props: ScreenProps) => {
  const { stage, frame, video, interruption, startSeconds = 0 } = props;
  const isInline = props.watermark !== undefined;
  const { durationMs } = props.lecture;
  useEffect(() => (video ? keepPreferences(video) : undefined), [video]);
  useRotation(stage, video);
  const stream = useStream({ ...props, startSeconds, isInterrupted: interruption !== undefined });
  const knownSeconds = durationMs === null ? null : durationMs / 1000;
  const { state, refresh } = useMediaState(video, stream.intent);
  useWakeLock(!state.isPaused && stream.quality.chosen !== 'audio');
  const { intent } = stream;
  const actions = useMemo(
    () =>
      video && stage ? createPlayerActions({ video, stage, intent, knownSeconds, isInline, onChange: refresh }) : null,
    [video, stage, intent, knownSeconds, isInline, refresh],
  );
  const captionLook = useCaptionLook();
  const connections = useConnections({ frame, video, actions }, props);
  const isBusy = !interruption && (stream.status === 'renewing' || (stream.status === 'open' && state.isWaiting));
  const durationSeconds = state.durationSeconds ?? knownSeconds ?? 0;
  return {
    video,
    stream,
    state,
    actions,
    captionLook,
    isBusy,
    durationSeconds,
    ...connections,
  };
};

export type Player = ReturnType<typeof usePlayer>;

export type PanelName = 'settings' | 'chapters';

/** What the controls and the panels of a player share. */
export interface PlayerControls extends Player {
  actions: PlayerActions;
  props: LecturePlayerProps;
  isTouch: boolean;
  panel: PanelName | null;
  onPanel: (panel: PanelName | null) => void;
}

export const ControlsContext = createContext<PlayerControls | undefined>(undefined);

export const useControls = (): PlayerControls => {
  const controls = use(ControlsContext);
  if (!controls) throw new Error('There are no controls without a player');
  return controls;
};

import {
  type MouseEvent,
  type PointerEvent,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Chapter, PlayerSource } from '#web/features/classroom/player/stream/quality.ts';
import { ShortcutHelp, usePlayerShortcuts } from '#web/features/classroom/player/controls/player-shortcuts.tsx';
import { useMediaSession, useRotation, useWakeLock } from './use-device.ts';
import { useStream } from '#web/features/classroom/player/stream/use-stream.ts';
import type { PlayerPanelName } from '#web/features/classroom/player/controls/control-parts.tsx';
import { ControlsOverlay } from '#web/features/classroom/player/controls/controls.tsx';
import { percentOf } from '#web/features/classroom/player/controls/seek-bar.tsx';
import { useTouch } from '#web/features/classroom/player/controls/touch.ts';
import { useMedia } from '#web/ui/use-media.ts';
import { createPlayerActions, type PlayerActions, type PlayerHandle, type PlayerParts } from './player-actions.ts';
import { keepPreferences } from './player-preferences.ts';
import { AudioOnly, type NextLecture, TouchHintCard, usePlayerNotice } from './player-notice.tsx';
import { useMediaState } from './use-media-state.ts';
import './lecture-player.css';

const HIDE_AFTER_MS = 3000;

/**
 * Whether the controls of an element were used just now: by pointer, key or focus. A pressed control counts as used until
 * it is released.
 */
const useControlsShown = (element: HTMLElement | null) => {
  const [isShown, setShown] = useState(true);
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined);
  const controls = useMemo(() => {
    const hide = () => {
      clearTimeout(hiding.current);
      setShown(false);
    };
    const stay = () => {
      clearTimeout(hiding.current);
      setShown(true);
    };
    const show = () => {
      stay();
      hiding.current = setTimeout(hide, HIDE_AFTER_MS);
    };
    return { show, hide, stay };
  }, []);

  useEffect(() => {
    if (!element) return undefined;
    const { show, stay } = controls;
    const stopping = new AbortController();
    const { signal } = stopping;
    let isPressed = false;
    const onMove = ({ pointerType }: globalThis.PointerEvent) => {
      if (pointerType === 'mouse' && !isPressed) show();
    };
    const onPress = ({ target }: globalThis.PointerEvent) => {
      isPressed = target instanceof Element && target.closest('button, input, select') !== null;
      if (isPressed) stay();
    };
    const onRelease = () => {
      if (isPressed) show();
      isPressed = false;
    };
    show();
    element.addEventListener('pointermove', onMove, { signal });
    element.addEventListener('pointerdown', onPress, { signal });
    for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, onRelease, { signal });
    element.addEventListener('keydown', show, { signal });
    // A finger on the video focuses the element itself.
    element.addEventListener('focusin', ({ target }) => target !== element && show(), { signal });
    return () => {
      stopping.abort();
      clearTimeout(hiding.current);
    };
  }, [element, controls]);
  return { isShown, ...controls };
};

/** An element, and its ref. What depends on the element is drawn in slices, between which the page responds. */
const useElement = <E extends Element>() => {
  const [element, setElement] = useState<E | null>(null);
  const ref = useCallback((next: E | null) => startTransition(() => setElement(next)), []);
  return [element, ref] as const;
};

export interface LecturePlayerProps {
  /** A new id creates a new player, but fullscreen is kept. */
  lectureId: string;
  title: string;
  /** The course, as the lock screen shows it. */
  course?: { title: string; teacher: string } | undefined;
  source: PlayerSource;
  durationMs: number | null;
  chapters?: readonly Chapter[];
  /** Fetches new addresses of the lecture; rejects when there are none. */
  renewSource: () => Promise<PlayerSource>;
  startsPlaying: boolean;
  startSeconds?: number;
  next?: NextLecture | undefined;
  /** For the key N. */
  writeNote?: (() => void) | undefined;
  wide?: { isOn: boolean; toggle: () => void } | undefined;
  /** Why playback is not possible now, and how to resume; the position is kept. */
  interruption?: { reason: string; action: string; resume: () => void } | undefined;
  onReady?: (player: PlayerHandle | null) => void;
}

/** With the element that goes full screen, which outlives the player of one lecture. */
type ScreenProps = LecturePlayerProps & { stage: HTMLElement | null };

interface PlayerElements {
  frame: HTMLElement | null;
  video: HTMLVideoElement | null;
  stage: HTMLElement | null;
}

type ActionOptions = Pick<PlayerParts, 'intent' | 'durationSeconds' | 'onChange'>;

const useActions = ({ video, stage }: PlayerElements, { intent, durationSeconds, onChange }: ActionOptions) =>
  useMemo(
    () => (video && stage ? createPlayerActions({ video, stage, intent, durationSeconds, onChange }) : null),
    [video, stage, intent, durationSeconds, onChange],
  );

/** Connects the actions to the shortcuts, the device, and the page around the player. */
const useConnections = ({ frame, video }: PlayerElements, actions: PlayerActions | null, props: ScreenProps) => {
  const { title, course, source, next, wide, writeNote, interruption, onReady } = props;
  const [hasHelp, setHasHelp] = useState(false);
  const toggleWide = wide?.toggle;
  const playNext = next?.play;
  const page = useMemo(
    () => ({ toggleHelp: () => setHasHelp((isOpen) => !isOpen), toggleWide, playNext, writeNote }),
    [toggleWide, playNext, writeNote],
  );
  usePlayerShortcuts(frame, interruption ? null : actions, page);
  useMediaSession({ title, course, artwork: source.poster }, { video, actions, playNext });
  useEffect(() => {
    if (!video || !actions || !onReady) return undefined;
    onReady({ video, actions });
    return () => onReady(null);
  }, [video, actions, onReady]);
  return { hasHelp, setHasHelp };
};

/** The video with its stream, and what can be done with it. */
const usePlayer = (props: ScreenProps) => {
  const { stage, durationMs, interruption, startSeconds = 0 } = props;
  const [frame, frameRef] = useElement<HTMLElement>();
  const [video, videoRef] = useElement<HTMLVideoElement>();
  useEffect(() => (video ? keepPreferences(video) : undefined), [video]);
  useRotation(stage, video);
  const stream = useStream({ ...props, video, startSeconds, isInterrupted: interruption !== undefined });
  const knownSeconds = durationMs === null ? null : durationMs / 1000;
  const { state, refresh } = useMediaState(video, stream.intent);
  useWakeLock(!state.isPaused && stream.quality.chosen !== 'audio');
  const elements = { frame, video, stage };
  const actions = useActions(elements, { intent: stream.intent, durationSeconds: knownSeconds, onChange: refresh });
  const help = useConnections(elements, actions, props);
  const isBusy = !interruption && (stream.status === 'renewing' || (stream.status === 'open' && state.isWaiting));
  const durationSeconds = state.durationSeconds ?? knownSeconds ?? 0;
  return { frame, frameRef, video, videoRef, stream, state, actions, isBusy, durationSeconds, ...help };
};

export type Player = ReturnType<typeof usePlayer>;

const Captions = ({ source }: { source: PlayerSource }) =>
  source.captions.map(({ language, label, address }) => (
    <track key={language} kind="captions" srcLang={language} label={label} src={address} />
  ));

/** Narrow screens have no room for the controls of a mouse. */
const IS_TOUCH = '(pointer: coarse), (width < 40rem)';

const Ring = () => <output className="player-busy loading loading-spinner" aria-label="Loading the video" />;

const Screen = (props: ScreenProps) => {
  const player = usePlayer(props);
  const { frame, frameRef, video, videoRef, stream, state, actions, isBusy, hasHelp, setHasHelp } = player;
  const isTouch = useMedia(IS_TOUCH);
  const [panel, setPanel] = useState<PlayerPanelName | null>(null);
  const controls = useControlsShown(frame);
  const isHidden = !controls.isShown && !state.isPaused && panel === null;
  const toggle = () => (isHidden ? controls.show() : controls.hide());
  const { hint, isFilled } = useTouch({ surface: video, actions, controls: { toggle, hide: controls.hide } });
  const notice = usePlayerNotice(player, props);
  const isAudioOnly = stream.quality.chosen === 'audio' && stream.quality.audioBitsPerSecond !== undefined;
  const onPress = ({ button, pointerType }: PointerEvent) => {
    if (button === 0 && pointerType === 'mouse') actions?.togglePlay();
  };
  const onDoubleClick = (event: MouseEvent) => {
    if (!isTouch) actions?.toggleFullscreen();
    event.preventDefault();
  };

  return (
    <section
      ref={frameRef}
      className="lecture-player"
      aria-label={`Video: ${props.title}`}
      tabIndex={-1}
      data-hidden={isHidden}
      data-touch={isTouch}
      data-filled={isFilled}
      data-panel={panel ?? undefined}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a lecture has the captions that its school wrote */}
      <video
        ref={videoRef}
        aria-label={props.title}
        playsInline
        preload="metadata"
        poster={isAudioOnly ? undefined : (stream.source.poster ?? undefined)}
        onPointerUp={onPress}
        onDoubleClick={onDoubleClick}
      >
        <Captions source={stream.source} />
      </video>
      {isAudioOnly && <AudioOnly title={props.title} />}
      {isBusy && (!isTouch || isHidden) && <Ring />}
      {notice ??
        (actions && (
          <ControlsOverlay {...{ props, isTouch, panel }} player={{ ...player, actions }} onPanel={setPanel} />
        ))}
      {isTouch && (
        <span className="player-line" style={{ '--played': percentOf(state.seconds, player.durationSeconds) }} />
      )}
      {hint && <TouchHintCard hint={hint} />}
      <ShortcutHelp isOpen={hasHelp} onClose={() => setHasHelp(false)} />
    </section>
  );
};

/** Plays one lecture, with controls that work by pointer, touch and keyboard. */
export const LecturePlayer = (props: LecturePlayerProps) => {
  const [stage, stageRef] = useElement<HTMLElement>();
  return (
    <div ref={stageRef} className="player-stage">
      <Screen key={props.lectureId} {...props} stage={stage} />
    </div>
  );
};

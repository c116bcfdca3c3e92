import { type MouseEvent, type PointerEvent, useEffect, useMemo, useState } from 'react';
import type { PlayerPanelName } from '#web/components/lecture-player/control-parts.tsx';
import { ControlsOverlay } from '#web/components/lecture-player/controls-overlay.tsx';
import {
  createPlayerActions,
  type PlayerActions,
  type PlayerParts,
} from '#web/components/lecture-player/player-actions.ts';
import { keepPreferences } from '#web/components/lecture-player/player-preferences.ts';
import type { Chapter, PlayerSource } from '#web/components/lecture-player/player-source.ts';
import { AudioOnly, TouchHintCard, usePlayerNotice } from '#web/components/lecture-player/player-notice.tsx';
import { percentOf } from '#web/components/lecture-player/seek-bar.tsx';
import { ShortcutHelp } from '#web/components/lecture-player/shortcut-help.tsx';
import type { NextLecture } from '#web/components/lecture-player/up-next.tsx';
import { useControlsShown } from '#web/components/lecture-player/use-controls-shown.ts';
import { useMediaSession } from '#web/components/lecture-player/use-media-session.ts';
import { useMediaState } from '#web/components/lecture-player/use-media-state.ts';
import { usePlayerShortcuts } from '#web/components/lecture-player/use-player-shortcuts.ts';
import { useRotation } from '#web/components/lecture-player/use-rotation.ts';
import { useStream } from '#web/components/lecture-player/use-stream.ts';
import { useTouch } from '#web/components/lecture-player/use-touch.ts';
import { useWakeLock } from '#web/components/lecture-player/use-wake-lock.ts';
import { useMedia } from '#web/components/use-media.ts';
import './lecture-player.css';

/** What a page can control of an open player. */
export interface PlayerHandle {
  video: HTMLVideoElement;
  actions: PlayerActions;
}

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

const Captions = ({ source }: { source: PlayerSource }) =>
  source.captions.map(({ language, label, address }) => (
    <track key={language} kind="captions" srcLang={language} label={label} src={address} />
  ));

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
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  useEffect(() => (video ? keepPreferences(video) : undefined), [video]);
  useRotation(stage, video);
  const stream = useStream({ ...props, video, startSeconds, isInterrupted: interruption !== undefined });
  const knownSeconds = durationMs === null ? null : durationMs / 1000;
  const { state, refresh } = useMediaState(video);
  useWakeLock(!state.isPaused && stream.quality.chosen !== 'audio');
  const elements = { frame, video, stage };
  const actions = useActions(elements, { intent: stream.intent, durationSeconds: knownSeconds, onChange: refresh });
  const help = useConnections(elements, actions, props);
  const isBusy = !interruption && (stream.status === 'renewing' || (stream.status === 'open' && state.isWaiting));
  const durationSeconds = state.durationSeconds ?? knownSeconds ?? 0;
  return { frame, setFrame, video, setVideo, stream, state, actions, isBusy, durationSeconds, ...help };
};

export type Player = ReturnType<typeof usePlayer>;

/** Narrow screens have no room for the controls of a mouse. */
const IS_TOUCH = '(pointer: coarse), (width < 40rem)';

const Screen = (props: ScreenProps) => {
  const player = usePlayer(props);
  const { frame, setFrame, video, setVideo, stream, state, actions, isBusy, hasHelp, setHasHelp } = player;
  const isTouch = useMedia(IS_TOUCH);
  const [panel, setPanel] = useState<PlayerPanelName | null>(null);
  const controls = useControlsShown(frame);
  const isHidden = !controls.isShown && !state.isPaused && panel === null;
  const toggle = () => (isHidden ? controls.show() : controls.hide());
  const { hint, isFilled } = useTouch({ surface: video, actions, controls: { toggle, hide: controls.hide } });
  const notice = usePlayerNotice(player, props);
  const onPress = ({ button, pointerType }: PointerEvent) => {
    if (button === 0 && pointerType === 'mouse') actions?.togglePlay();
  };
  const onDoubleClick = (event: MouseEvent) => {
    if (!isTouch) actions?.toggleFullscreen();
    event.preventDefault();
  };

  return (
    <section
      ref={setFrame}
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
        ref={setVideo}
        aria-label={props.title}
        playsInline
        preload="metadata"
        poster={stream.source.poster ?? undefined}
        onPointerUp={onPress}
        onDoubleClick={onDoubleClick}
      >
        <Captions source={stream.source} />
      </video>
      {stream.quality.chosen === 'audio' && stream.quality.audioBitsPerSecond !== undefined && (
        <AudioOnly title={props.title} />
      )}
      {isBusy && !isTouch && <output className="player-busy loading loading-spinner" aria-label="Loading the video" />}
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
  const [stage, setStage] = useState<HTMLElement | null>(null);
  return (
    <div ref={setStage} className="player-stage">
      <Screen key={props.lectureId} {...props} stage={stage} />
    </div>
  );
};

import { type PointerEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import {
  createPlayerActions,
  type PlayerActions,
  type PlayerParts,
} from '#web/components/lecture-player/player-actions.ts';
import { PlayerControls } from '#web/components/lecture-player/player-controls.tsx';
import { keepPreferences } from '#web/components/lecture-player/player-preferences.ts';
import type { Chapter, PlayerSource } from '#web/components/lecture-player/player-source.ts';
import { ShortcutHelp } from '#web/components/lecture-player/shortcut-help.tsx';
import { type NextLecture, UpNext } from '#web/components/lecture-player/up-next.tsx';
import { useIdle } from '#web/components/lecture-player/use-idle.ts';
import { useMediaState } from '#web/components/lecture-player/use-media-state.ts';
import { usePlayerShortcuts } from '#web/components/lecture-player/use-player-shortcuts.ts';
import { useRotation } from '#web/components/lecture-player/use-rotation.ts';
import { useStream } from '#web/components/lecture-player/use-stream.ts';
import './lecture-player.css';

/** What a page can control of an open player. */
export interface PlayerHandle {
  video: HTMLVideoElement;
  actions: PlayerActions;
}

interface LecturePlayerProps {
  /** A new id creates a new player, but fullscreen is kept. */
  lectureId: string;
  title: string;
  source: PlayerSource;
  durationMs: number | null;
  chapters?: readonly Chapter[];
  /** Fetches new addresses of the lecture; rejects when there are none. */
  renewSource: () => Promise<PlayerSource>;
  startsPlaying: boolean;
  startSeconds?: number;
  next?: NextLecture | undefined;
  wide?: { isOn: boolean; toggle: () => void } | undefined;
  /** Why playback is not possible now, and how to resume; the position is kept. */
  interruption?: { reason: string; action: string; resume: () => void } | undefined;
  onReady?: (player: PlayerHandle | null) => void;
}

interface NoticeProps {
  children: string;
  action: string;
  onAction: () => void;
}

const Notice = ({ children, action, onAction }: NoticeProps) => (
  <div className="player-notice" role="alert">
    <p>{children}</p>
    <button type="button" className="btn player-go" onClick={onAction}>
      {action}
    </button>
  </div>
);

const DOES_NOT_LOAD = 'The video could not be loaded. Check your connection and try again.';
const CONNECTION_LOST = 'Connection lost. Playback resumes when you’re back online.';

const noChapters: readonly Chapter[] = [];

/** Whether "up next" was cancelled; playing again resets it. */
const useUpNext = (video: HTMLVideoElement | null) => {
  const [isOff, setOff] = useState(false);
  useEffect(() => {
    if (!video) return undefined;
    const forget = () => setOff(false);
    video.addEventListener('play', forget);
    return () => video.removeEventListener('play', forget);
  }, [video]);
  return { isOff, cancel: () => setOff(true) };
};

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

/** Connects the actions to the shortcuts and to the page around the player. */
const useConnections = ({ frame, video }: PlayerElements, actions: PlayerActions | null, props: ScreenProps) => {
  const { next, wide, interruption, onReady } = props;
  const [hasHelp, setHasHelp] = useState(false);
  const toggleWide = wide?.toggle;
  const playNext = next?.play;
  const page = useMemo(
    () => ({ toggleHelp: () => setHasHelp((isOpen) => !isOpen), toggleWide, playNext }),
    [toggleWide, playNext],
  );
  usePlayerShortcuts(frame, interruption ? null : actions, page);
  useEffect(() => {
    if (!video || !actions || !onReady) return undefined;
    onReady({ video, actions });
    return () => onReady(null);
  }, [video, actions, onReady]);
  return { hasHelp, setHasHelp };
};

const Screen = (props: ScreenProps) => {
  const { stage, title, durationMs, chapters = noChapters, next, wide, interruption, startSeconds = 0 } = props;
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const isIdle = useIdle(frame);
  useEffect(() => (video ? keepPreferences(video) : undefined), [video]);
  useRotation(stage, video);
  const stream = useStream({ ...props, video, startSeconds, isInterrupted: interruption !== undefined });
  const { intent, source } = stream;
  const knownSeconds = durationMs === null ? null : durationMs / 1000;
  const { state, refresh } = useMediaState(video);
  const upNext = useUpNext(video);
  const elements = { frame, video, stage };
  const actions = useActions(elements, { intent, durationSeconds: knownSeconds, onChange: refresh });
  const { hasHelp, setHasHelp } = useConnections(elements, actions, props);

  const isHidden = isIdle && !state.isPaused;
  const onVideoTap = (event: PointerEvent) => {
    if (event.button !== 0) return;
    // On touch screens, the first tap only shows the hidden controls.
    if (event.pointerType === 'mouse' || !isHidden) actions?.togglePlay();
  };
  const isBusy = !interruption && (stream.status === 'renewing' || (stream.status === 'open' && state.isWaiting));

  const overlay = (): ReactNode => {
    if (interruption)
      return (
        <Notice action={interruption.action} onAction={interruption.resume}>
          {interruption.reason}
        </Notice>
      );
    if (stream.status === 'failed' || stream.status === 'unreachable')
      return (
        <Notice action="Try again" onAction={() => void stream.retry()}>
          {stream.status === 'failed' ? DOES_NOT_LOAD : CONNECTION_LOST}
        </Notice>
      );
    if (state.hasEnded && next && !upNext.isOff) return <UpNext next={next} onCancel={upNext.cancel} />;
    return (
      actions && (
        <PlayerControls
          state={state}
          actions={actions}
          durationSeconds={state.durationSeconds ?? knownSeconds ?? 0}
          chapters={chapters}
          storyboard={source.storyboard}
          quality={stream.quality}
          onQuality={stream.choose}
          onHelp={() => setHasHelp(true)}
          wide={wide}
        />
      )
    );
  };

  return (
    <section
      ref={setFrame}
      className="lecture-player"
      aria-label={`Video: ${title}`}
      tabIndex={-1}
      data-hidden={isHidden}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a lecture has the captions that its school wrote */}
      <video
        ref={setVideo}
        aria-label={title}
        playsInline
        preload="metadata"
        poster={source.poster ?? undefined}
        onPointerUp={onVideoTap}
      >
        <Captions source={source} />
      </video>
      {isBusy && <output className="player-busy loading loading-spinner" aria-label="Loading the video" />}
      {overlay()}
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

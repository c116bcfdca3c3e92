import { type MouseEvent, type PointerEvent, useState } from 'react';
import type { PlayerPanelName } from '#web/features/classroom/player/controls/control-parts.tsx';
import { ControlsOverlay } from '#web/features/classroom/player/controls/controls-overlay.tsx';
import type { PlayerSource } from '#web/features/classroom/player/stream/player-source.ts';
import { AudioOnly, TouchHintCard, usePlayerNotice } from './player-notice.tsx';
import { percentOf } from '#web/features/classroom/player/controls/seek-bar.tsx';
import { ShortcutHelp } from '#web/features/classroom/player/controls/shortcut-help.tsx';
import { useControlsShown } from '#web/features/classroom/player/controls/use-controls-shown.ts';
import { useElement } from './use-element.ts';
import { type LecturePlayerProps, type ScreenProps, usePlayer } from './use-player.ts';
import { useTouch } from '#web/features/classroom/player/controls/use-touch.ts';
import { useMedia } from '#web/ui/use-media.ts';
import './lecture-player.css';

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

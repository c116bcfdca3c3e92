import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { ControlsOverlay } from '#web/features/classroom/player/controls/controls.tsx';
import { percentOf } from '#web/features/classroom/player/controls/seek-bar.tsx';
import { useTouch } from '#web/features/classroom/player/controls/touch.ts';
import { useVideoValue } from '#web/features/classroom/player/use-video-value.ts';
import { useMedia } from '#web/ui/use-media.ts';
import { mediumOf } from '#contract/classroom/kind-facts.ts';
import { kindName } from '#web/features/kinds/kinds.ts';
import type { PlayerActions } from './player-actions.ts';
import { AudioOnly, KeyHintCard, TouchHintCard, usePlayerNotice } from './player-notice.tsx';
import { useWatermark, useWatermarkProblem } from './use-watermark.ts';
import { type LecturePlayerProps, type PanelName, type ScreenProps, useElement, usePlayer } from './use-player.ts';
import type { Quality } from './stream/quality-menu.ts';
import './lecture-player.css';
import { useLanguage } from '#web/ui/language/language.tsx';

const ShortcutHelp = lazy(() => import('#web/features/classroom/player/controls/shortcut-help.tsx'));

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
    const onMove = ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse' && !isPressed) show();
    };
    const onPress = ({ target }: PointerEvent) => {
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

const Captions = ({ captions }: Pick<Lecture, 'captions'>) =>
  captions.map(({ language, label, address }) => (
    <track key={language} kind="captions" srcLang={language} label={label} src={address} />
  ));

/** Narrow screens have no room for the controls of a mouse. */
const IS_TOUCH = '(pointer: coarse), (width < 40rem)';

const Ring = ({ kind }: Pick<Lecture, 'kind'>) => {
  const { t } = useLingui();
  return (
    <output
      className="loading loading-spinner pointer-events-none absolute inset-0 m-auto size-10"
      aria-label={t`Loading the ${{ medium: useLanguage()._(mediumOf(kind) ?? 'video') }}`}
    />
  );
};

/** A click plays or pauses, a double click opens full screen. Fingers have gestures. */
const useMouse = (video: HTMLVideoElement | null, actions: PlayerActions | null, isTouch: boolean): void => {
  useEffect(() => {
    if (!video) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const onUp = ({ button, pointerType }: PointerEvent): void => {
      if (button === 0 && pointerType === 'mouse') actions?.togglePlay();
    };
    const onDouble = (event: MouseEvent): void => {
      if (!isTouch) actions?.toggleFullscreen();
      event.preventDefault();
    };
    video.addEventListener('pointerup', onUp, { signal });
    video.addEventListener('dblclick', onDouble, { signal });
    return () => leaving.abort();
  }, [video, actions, isTouch]);
};

/** Attributes of an element that another component draws. */
const useAttributes = (element: HTMLElement | null, attributes: Record<string, string | undefined>): void => {
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(attributes))
      if (value === undefined) element?.removeAttribute(name);
      else if (element?.getAttribute(name) !== value) element?.setAttribute(name, value);
  });
};

const playsAudioAlone = ({
  chosen,
  audioBitsPerSecond,
}: {
  chosen: Quality;
  audioBitsPerSecond: number | undefined;
}): boolean => chosen === 'audio' && audioBitsPerSecond !== undefined;

const SHAPED = ['loadedmetadata', 'resize', 'emptied'];
/** From 9:16 on the edges may be cut off. */
const TALL = 1.7;

/** Upright videos, once that is known, and sound get more room on a phone than wide videos. */
const useShape = (kind: Lecture['kind'], video: HTMLVideoElement | null): string | undefined => {
  const upright = useVideoValue(video ?? undefined, SHAPED, (now) => {
    if (!now || now.videoHeight <= now.videoWidth) return undefined;
    return now.videoHeight / now.videoWidth >= TALL ? 'tall' : 'upright';
  });
  return mediumOf(kind) === 'audio' ? 'audio' : upright;
};

/** The player of one lecture, in the elements of all. */
const Screen = ({ interruption, ...given }: ScreenProps) => {
  const { setProblem, ...lost } = useWatermarkProblem({ interruption });
  const props = { ...given, ...lost };
  const player = usePlayer(props);
  const { lecture, frame, video } = props;
  const { title, kind } = lecture;
  const { stream, state, actions, isBusy, hasHelp, setHasHelp } = player;
  const isTouch = useMedia(IS_TOUCH);
  const [panel, setPanel] = useState<PanelName | null>(null);
  const controls = useControlsShown(frame);
  const isHidden = !controls.isShown && !state.isPaused && panel === null;
  const toggle = () => (isHidden ? controls.show() : controls.hide());
  const { hint, isFilled } = useTouch({ surface: video, actions, controls: { toggle, hide: controls.hide } });
  const notice = usePlayerNotice(player, props);
  const isAudioOnly = mediumOf(kind) === 'audio' || playsAudioAlone(stream.quality);
  useMouse(video, actions, isTouch);
  useWatermark(props, { isDrawn: !isAudioOnly && !props.interruption, setProblem });
  useAttributes(video, { poster: isAudioOnly ? undefined : (stream.lecture.poster ?? undefined) });
  useAttributes(frame, {
    'data-hidden': String(isHidden),
    'data-touch': String(isTouch),
    'data-filled': String(isFilled),
    'data-panel': panel ?? undefined,
    'data-shape': useShape(kind, video),
    'data-outside': String(state.isInPicture || state.isInDevice),
  });

  return (
    <>
      {video && createPortal(<Captions captions={stream.lecture.captions} />, video)}
      {isAudioOnly && <AudioOnly title={title} course={mediumOf(kind) === 'audio' ? props.course : undefined} />}
      {isBusy && (!isTouch || isHidden) && <Ring kind={kind} />}
      {notice ??
        (actions && <ControlsOverlay {...player} {...{ actions, props, isTouch, panel }} onPanel={setPanel} />)}
      {isTouch && (
        <span
          className="pointer-events-none absolute bottom-0 left-0 h-1 w-(--played) bg-(--accent-on-neutral) in-data-[hidden=false]:hidden"
          style={{ '--played': percentOf(state.seconds, player.durationSeconds) }}
        />
      )}
      {hint && <TouchHintCard hint={hint} />}
      <KeyHintCard {...player.keyHint} />
      {hasHelp && (
        <Suspense>
          <ShortcutHelp isOpen onClose={() => setHasHelp(false)} />
        </Suspense>
      )}
    </>
  );
};

/** Plays one lecture after another, with controls that work by pointer, touch and keyboard. */
export const LecturePlayer = (props: LecturePlayerProps) => {
  const { _id, kind, title } = props.lecture;
  const language = useLanguage();
  const [stage, stageRef] = useElement<HTMLElement>();
  const [frame, frameRef] = useElement<HTMLElement>();
  const [video, videoRef] = useElement<HTMLVideoElement>();
  return (
    <div ref={stageRef} className="player-stage">
      <section
        ref={frameRef}
        className="lecture-player"
        dir="ltr"
        aria-label={`${kindName(kind, language)}: ${title}`}
        tabIndex={-1}
      >
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a lecture has the captions that its school wrote */}
        <video ref={videoRef} aria-label={title} playsInline preload="metadata" />
        <Screen key={_id} {...props} {...{ stage, frame, video }} />
      </section>
    </div>
  );
};

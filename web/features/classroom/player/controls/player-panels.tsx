import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Keyboard, PictureInPicture2, X } from 'lucide-react';
import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { formatPosition } from '#contract/format.ts';
import { Shell } from '#web/ui/dialogs/shell.tsx';
import { CAPTION_BACKGROUNDS, CAPTION_SIZES, SPEEDS } from '#web/features/classroom/player/player-preferences.ts';
import { chapterAt, qualityChoices } from '#web/features/classroom/player/stream/quality-menu.ts';
import { useControls } from '#web/features/classroom/player/use-player.ts';
import type { QualityState } from '#web/features/classroom/player/stream/use-stream.ts';
import { Choice, LEGEND, Segments } from './choices.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';

interface PanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Escape and a press outside the panel close it. */
const useClosing = (panel: { current: HTMLElement | null }, onClose: () => void) => {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const closing = new AbortController();
    const { signal } = closing;
    const onPress = ({ target }: globalThis.PointerEvent) => {
      const isOpener = target instanceof Element && target.closest('[aria-haspopup="dialog"]');
      if (target instanceof Node && !panel.current?.contains(target) && !isOpener) close();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    };
    document.addEventListener('pointerdown', onPress, { signal });
    panel.current?.addEventListener('keydown', onKey, { signal });
    return () => closing.abort();
  }, [panel]);
};

const FIRST = 'input:checked, [aria-current="true"], button';

/** Above the control bar, beside the captions. Closing it returns the focus. */
const Popover = ({ title, onClose, children }: PanelProps) => {
  const panel = useRef<HTMLDialogElement>(null);
  useClosing(panel, onClose);
  useEffect(() => {
    const opener = document.activeElement;
    panel.current?.querySelector<HTMLElement>(FIRST)?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog ref={panel} open className="player-panel" aria-label={title}>
      {children}
    </dialog>
  );
};

const CLOSE_AFTER_PX = 80;

/** Moves the sheet with the finger, and closes it when it is pulled down far enough. */
const usePull = (onClose: () => void) => {
  const from = useRef<number>(undefined);
  const move = ({ currentTarget }: PointerEvent<HTMLElement>, downPx: number) =>
    currentTarget.closest('dialog')?.style.setProperty('translate', `0 ${Math.max(0, downPx)}px`);
  const downOf = ({ clientY }: PointerEvent) => clientY - (from.current ?? clientY);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      from.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => from.current !== undefined && move(event, downOf(event)),
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (downOf(event) > CLOSE_AFTER_PX) onClose();
      else move(event, 0);
      from.current = undefined;
    },
  };
};

/** From the bottom of the screen, below the video; beside it on a phone that lies on its side. */
const Sheet = ({ title, onClose, children }: PanelProps) => {
  const { t } = useLingui();
  const id = useId();
  const pull = usePull(onClose);
  return (
    <Shell className="player-sheet" aria-labelledby={id} onClose={onClose}>
      <div
        className="sticky top-0 z-1 grid touch-none grid-cols-[1fr_auto] items-center bg-inherit ps-4 pe-2 pt-2"
        {...pull}
      >
        <span className="col-span-full h-1 w-9 justify-self-center rounded-full bg-white/45" aria-hidden="true" />
        <h2 id={id} className="text-title">
          {title}
        </h2>
        <button type="button" className="player-button" aria-label={t`Close`} onClick={onClose} data-first>
          <X size={22} aria-hidden="true" />
        </button>
      </div>
      {children}
    </Shell>
  );
};

/** Choices of the player: a sheet on touch screens, otherwise a small panel in the player. */
const PlayerPanel = (props: Omit<PanelProps, 'onClose'>) => {
  const { isTouch, onPanel } = useControls();
  const Frame = isTouch ? Sheet : Popover;
  return <Frame {...props} onClose={() => onPanel(null)} />;
};

const Qualities = ({ quality }: { quality: QualityState }) => {
  const { _ } = useLanguage();
  const group = useId();
  const { chosen, choose } = quality;
  return (
    <fieldset className="py-2">
      <legend className={LEGEND}>
        <Trans>Quality</Trans>
      </legend>
      {qualityChoices(quality).map((offered) => (
        <Choice
          key={offered.quality}
          {...offered}
          name={_(offered.name)}
          detail={_(offered.detail)}
          group={group}
          isChosen={chosen === offered.quality}
          onChoose={() => choose(offered.quality)}
        />
      ))}
    </fieldset>
  );
};

const CaptionLanguages = () => {
  const { t } = useLingui();
  const { state, actions } = useControls();
  const group = useId();
  return (
    <fieldset className="py-2">
      <legend className={LEGEND}>
        <Trans>Captions</Trans>
      </legend>
      <Choice
        group={group}
        name={t`Off`}
        isChosen={state.shownCaption === -1}
        onChoose={() => actions.showCaptions(null)}
      />
      {state.captions.map(({ language, label }, index) => (
        <Choice
          key={language}
          group={group}
          name={label || t`Captions`}
          isChosen={state.shownCaption === index}
          onChoose={() => actions.showCaptions(language)}
        />
      ))}
    </fieldset>
  );
};

const sizeNames = { Small: msg`Small`, Normal: msg`Normal`, Large: msg`Large`, Largest: msg`Largest` } as const;
const backgroundNames = { Solid: msg`Solid`, Shaded: msg`Shaded`, Outline: msg`Outline` } as const;

const CaptionLooks = () => {
  const { _ } = useLanguage();
  const { t } = useLingui();
  const { size, background, change } = useControls().captionLook;
  return (
    <>
      <Segments
        legend={t`Caption size`}
        values={CAPTION_SIZES}
        nameOf={(name) => _(sizeNames[name])}
        chosen={size}
        onChoose={(captionSize) => change({ captionSize })}
      />
      <Segments
        legend={t`Caption background`}
        values={CAPTION_BACKGROUNDS}
        nameOf={(name) => _(backgroundNames[name])}
        chosen={background}
        onChoose={(captionBackground) => change({ captionBackground })}
      />
    </>
  );
};

const MobileData = ({ savesMobileData, saveMobileData }: QualityState) => {
  const { t } = useLingui();
  return (
    <label className="player-choice">
      <span className="flex-1">
        {t`Data saver on mobile data`}
        <span className="player-choice-detail block">{t`Wi-Fi keeps the quality chosen above`}</span>
      </span>
      <input
        type="checkbox"
        className="toggle"
        checked={savesMobileData}
        onChange={(event) => saveMobileData(event.currentTarget.checked)}
      />
    </label>
  );
};

/** Quality, captions, and settings that do not fit on the bar. */
export const SettingsPanel = () => {
  const { t } = useLingui();
  const { state, actions, stream, isTouch, setHasHelp, props } = useControls();
  const { quality } = stream;
  return (
    <PlayerPanel title={t`Playback`}>
      {quality.hasLadder && <Qualities quality={quality} />}
      {isTouch && (
        <Segments
          legend={t`Speed`}
          values={SPEEDS}
          nameOf={(speed) => `${speed}×`}
          chosen={state.rate}
          onChoose={actions.setRate}
        />
      )}
      {state.captions.length > 0 && (
        <>
          <CaptionLanguages />
          <CaptionLooks />
        </>
      )}
      {quality.hasLadder && quality.knowsMobileData && <MobileData {...quality} />}
      <div className="py-2">
        {isTouch && document.pictureInPictureEnabled && !props.watermark && (
          <button type="button" className="player-choice" onClick={actions.togglePicture}>
            <PictureInPicture2 size={20} aria-hidden="true" />
            <Trans>Picture-in-picture</Trans>
          </button>
        )}
        {!isTouch && (
          <button type="button" className="player-choice" onClick={() => setHasHelp(true)}>
            <Keyboard size={20} aria-hidden="true" />
            <Trans>Keyboard shortcuts</Trans>
          </button>
        )}
      </div>
    </PlayerPanel>
  );
};

export const ChaptersPanel = () => {
  const { t } = useLingui();
  const { state, actions, props, onPanel } = useControls();
  const { chapters } = props.lecture;
  const current = chapterAt(chapters, state.seconds);
  return (
    <PlayerPanel title={t`Chapters`}>
      <ol className="py-2">
        {chapters.map(({ startMs, title }, index) => (
          <li key={startMs}>
            <button
              type="button"
              className="player-choice"
              aria-current={index === current ? 'true' : undefined}
              onClick={() => {
                actions.seekTo(startMs / 1000);
                onPanel(null);
              }}
            >
              <span className="player-choice-detail num">{formatPosition(startMs)}</span>
              <span className="flex-1">{title}</span>
            </button>
          </li>
        ))}
      </ol>
    </PlayerPanel>
  );
};

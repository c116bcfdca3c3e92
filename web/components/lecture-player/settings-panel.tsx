import { Keyboard, PictureInPicture2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { PlayerActions } from '#web/components/lecture-player/player-actions.ts';
import type { Quality } from '#web/components/lecture-player/player-source.ts';
import type { MediaState } from '#web/components/lecture-player/use-media-state.ts';
import type { QualityState } from '#web/components/lecture-player/use-stream.ts';

interface SettingsPanelProps {
  state: MediaState;
  actions: PlayerActions;
  quality: QualityState;
  onQuality: (quality: Quality) => void;
  onHelp: () => void;
  onClose: () => void;
}

interface Choice {
  name: string;
  isChosen: boolean;
  choose: () => void;
}

const Choices = ({ legend, choices }: { legend: string; choices: readonly Choice[] }) => (
  <fieldset className="player-choices">
    <legend className="meta">{legend}</legend>
    {choices.map(({ name, isChosen, choose }) => (
      <label key={name}>
        <input type="radio" className="radio radio-xs" name={legend} checked={isChosen} onChange={choose} />
        {name}
      </label>
    ))}
  </fieldset>
);

const qualityChoices = ({ quality, onQuality }: SettingsPanelProps): Choice[] => {
  const { heights, chosen, playing } = quality;
  const automatic = playing && chosen === 'auto' ? `Auto (${playing}p)` : 'Auto';
  const offered: [Quality, string][] = [
    ['auto', automatic],
    ...heights.map((height): [Quality, string] => [height, `${height}p`]),
    ['original', 'Original'],
  ];
  return offered.map(([value, name]) => ({ name, isChosen: chosen === value, choose: () => onQuality(value) }));
};

const captionChoices = ({ state, actions }: SettingsPanelProps): Choice[] => [
  { name: 'Off', isChosen: state.shownCaption === -1, choose: () => actions.showCaptions(null) },
  ...state.captions.map(({ language, label }, index) => ({
    name: label,
    isChosen: state.shownCaption === index,
    choose: () => actions.showCaptions(language),
  })),
];

/** Escape and a press outside the panel close it. */
const useClosing = (panel: { current: HTMLElement | null }, onClose: () => void) => {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  }, [onClose]);
  useEffect(() => {
    const closing = new AbortController();
    const { signal } = closing;
    const onPress = ({ target }: PointerEvent) => {
      const isOpener = target instanceof Element && target.closest('[aria-haspopup="dialog"]');
      if (target instanceof Node && !panel.current?.contains(target) && !isOpener) latest.current();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      latest.current();
    };
    document.addEventListener('pointerdown', onPress, { signal });
    panel.current?.addEventListener('keydown', onKey, { signal });
    return () => closing.abort();
  }, [panel]);
};

/** Quality, captions, and what does not fit on the bar. Closing it returns the focus. */
export const SettingsPanel = (props: SettingsPanelProps) => {
  const { state, actions, quality, onHelp, onClose } = props;
  const panel = useRef<HTMLDialogElement>(null);
  useClosing(panel, onClose);
  useEffect(() => {
    const opener = document.activeElement;
    panel.current?.querySelector<HTMLElement>('input:checked, button')?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog ref={panel} open className="player-settings" aria-label="Settings">
      {quality.hasLadder && <Choices legend="Quality" choices={qualityChoices(props)} />}
      {state.captions.length > 0 && <Choices legend="Captions" choices={captionChoices(props)} />}
      <div className="player-choices">
        {document.pictureInPictureEnabled && (
          <button type="button" className="sm:hidden!" onClick={actions.togglePicture}>
            <PictureInPicture2 size={16} aria-hidden="true" />
            Picture-in-picture
          </button>
        )}
        <button type="button" onClick={onHelp}>
          <Keyboard size={16} aria-hidden="true" />
          Keyboard shortcuts
        </button>
      </div>
    </dialog>
  );
};

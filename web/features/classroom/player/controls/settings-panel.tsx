import { Keyboard, PictureInPicture2 } from 'lucide-react';
import { useId } from 'react';
import type { PlayerActions } from '#web/features/classroom/player/player-actions.ts';
import { PlayerPanel } from './player-panel.tsx';
import { SPEEDS } from '#web/features/classroom/player/player-preferences.ts';
import { qualityChoices } from '#web/features/classroom/player/stream/quality-choices.ts';
import type { MediaState } from '#web/features/classroom/player/use-media-state.ts';
import type { QualityState } from '#web/features/classroom/player/stream/use-stream.ts';

interface SettingsPanelProps {
  state: MediaState;
  actions: PlayerActions;
  quality: QualityState;
  isTouch: boolean;
  hasPicture: boolean;
  onHelp: () => void;
  onClose: () => void;
}

interface ChoiceProps {
  group: string;
  name: string;
  detail?: string;
  data?: string | undefined;
  isChosen: boolean;
  onChoose: () => void;
}

const Choice = ({ group, name, detail, data, isChosen, onChoose }: ChoiceProps) => (
  <label className="player-choice">
    <input type="radio" className="radio radio-sm" name={group} checked={isChosen} onChange={onChoose} />
    <span className="player-choice-name">
      {name} {detail && <span className="player-choice-detail">{detail}</span>}
    </span>
    {data && <span className="player-choice-detail num">{data}</span>}
  </label>
);

const Qualities = ({ quality }: Pick<SettingsPanelProps, 'quality'>) => {
  const group = useId();
  const { chosen, choose, playing, renditions, audioBitsPerSecond } = quality;
  return (
    <fieldset className="player-choices">
      <legend>Quality</legend>
      {qualityChoices({ renditions, audioBitsPerSecond, chosen, playingHeight: playing }).map((offered) => (
        <Choice
          key={offered.quality}
          {...offered}
          group={group}
          isChosen={chosen === offered.quality}
          onChoose={() => choose(offered.quality)}
        />
      ))}
    </fieldset>
  );
};

const CaptionLanguages = ({ state, actions }: Pick<SettingsPanelProps, 'state' | 'actions'>) => {
  const group = useId();
  return (
    <fieldset className="player-choices">
      <legend>Captions</legend>
      <Choice
        group={group}
        name="Off"
        isChosen={state.shownCaption === -1}
        onChoose={() => actions.showCaptions(null)}
      />
      {state.captions.map(({ language, label }, index) => (
        <Choice
          key={language}
          group={group}
          name={label}
          isChosen={state.shownCaption === index}
          onChoose={() => actions.showCaptions(language)}
        />
      ))}
    </fieldset>
  );
};

const Speeds = ({ state, actions }: Pick<SettingsPanelProps, 'state' | 'actions'>) => {
  const group = useId();
  return (
    <fieldset className="player-choices">
      <legend>Speed</legend>
      <div className="player-speeds num">
        {SPEEDS.map((speed) => (
          <label key={speed}>
            <input
              type="radio"
              className="sr-only"
              name={group}
              checked={state.rate === speed}
              onChange={() => actions.setRate(speed)}
            />
            {speed}×
          </label>
        ))}
      </div>
    </fieldset>
  );
};

const MobileData = ({ savesMobileData, saveMobileData }: QualityState) => (
  <label className="player-choice">
    <span className="player-choice-name">
      Data saver on mobile data
      <span className="player-choice-detail block">Wi-Fi keeps the quality chosen above</span>
    </span>
    <input
      type="checkbox"
      className="toggle"
      checked={savesMobileData}
      onChange={(event) => saveMobileData(event.currentTarget.checked)}
    />
  </label>
);

/** Quality, captions, and what does not fit on the bar. */
export const SettingsPanel = (props: SettingsPanelProps) => {
  const { state, actions, quality, isTouch, hasPicture, onHelp, onClose } = props;
  return (
    <PlayerPanel title="Playback" isSheet={isTouch} onClose={onClose}>
      {quality.hasLadder && <Qualities quality={quality} />}
      {isTouch && <Speeds state={state} actions={actions} />}
      {state.captions.length > 0 && <CaptionLanguages state={state} actions={actions} />}
      {quality.hasLadder && quality.knowsMobileData && <MobileData {...quality} />}
      <div className="player-choices">
        {isTouch && hasPicture && (
          <button type="button" className="player-choice" onClick={actions.togglePicture}>
            <PictureInPicture2 size={20} aria-hidden="true" />
            Picture-in-picture
          </button>
        )}
        {!isTouch && (
          <button type="button" className="player-choice" onClick={onHelp}>
            <Keyboard size={20} aria-hidden="true" />
            Keyboard shortcuts
          </button>
        )}
      </div>
    </PlayerPanel>
  );
};

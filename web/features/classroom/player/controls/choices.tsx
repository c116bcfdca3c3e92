import { useId } from 'react';

export const LEGEND = 'px-4 pt-3 text-xs font-medium text-white/75';

interface ChoiceProps {
  group: string;
  name: string;
  detail?: string;
  data?: string | undefined;
  isChosen: boolean;
  onChoose: () => void;
}

export const Choice = ({ group, name, detail, data, isChosen, onChoose }: ChoiceProps) => (
  <label className="player-choice">
    <input type="radio" className="radio radio-sm" name={group} checked={isChosen} onChange={onChoose} />
    <span className="flex-1">
      {name} {detail && <span className="player-choice-detail">{detail}</span>}
    </span>
    {data && <span className="player-choice-detail num">{data}</span>}
  </label>
);

interface SegmentsProps<Value> {
  legend: string;
  values: readonly Value[];
  nameOf?: (value: Value) => string;
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** A few short choices in one row. */
export const Segments = <Value extends string | number>({ legend, values, ...props }: SegmentsProps<Value>) => {
  const { nameOf = String, chosen, onChoose } = props;
  const group = useId();
  return (
    <fieldset className="py-2">
      <legend className={LEGEND}>{legend}</legend>
      <div className="num mx-4 mt-2 mb-3 grid auto-cols-fr grid-flow-col overflow-hidden rounded-field border border-white/40">
        {values.map((value) => (
          <label
            key={value}
            className="grid min-h-11 cursor-pointer place-items-center border-white/25 text-xs font-medium not-first:border-s has-checked:bg-[oklch(85%_0.07_180)] has-checked:text-[oklch(22%_0.03_210)] has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-white"
          >
            <input
              type="radio"
              className="sr-only"
              name={group}
              checked={chosen === value}
              onChange={() => onChoose(value)}
            />
            {nameOf(value)}
          </label>
        ))}
      </div>
    </fieldset>
  );
};

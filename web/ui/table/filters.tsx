import { formatCount } from '#web/ui/text/format.ts';
import type { TableFilter } from './column.ts';
import type { TableControl } from './use-table.ts';

interface FilterProps {
  filter: TableFilter;
  control: TableControl;
}

export const Filters = ({ filters, control }: { filters: readonly TableFilter[]; control: TableControl }) =>
  filters.map((filter) =>
    filter.shape === 'chips' ? (
      <Chips key={filter.id} {...{ filter, control }} />
    ) : (
      <Select key={filter.id} {...{ filter, control }} />
    ),
  );

/** The value that the address chooses, or empty. */
export const chosenIn = ({ id, options }: TableFilter, control: TableControl): string =>
  control.choice(
    id,
    options.map(({ value }) => value),
  ) ?? '';

function Chips({ filter, control }: FilterProps) {
  const { id, title, options, total } = filter;
  const chosen = chosenIn(filter, control);
  return (
    <fieldset className="table-chips">
      <legend className="sr-only">{title}</legend>
      {[{ value: '', label: 'All', count: total }, ...options].map(({ value, label, count }) => (
        <button
          key={value}
          type="button"
          className="chip shrink-0"
          aria-pressed={value === chosen}
          onClick={() => control.change({ [id]: value })}
        >
          {label} {count !== undefined && <span className="num font-normal">{formatCount(count)}</span>}
        </button>
      ))}
    </fieldset>
  );
}

function Select({ filter, control }: FilterProps) {
  const { id, title, options } = filter;
  return (
    <label className="table-select">
      <span className="text-muted">{title}</span>
      <select
        className="select"
        value={chosenIn(filter, control)}
        onChange={(event) => control.change({ [id]: event.target.value })}
      >
        <option value="">All</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

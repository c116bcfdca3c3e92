import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { countOf } from '#web/ui/text/format.ts';
import { type CourseFilter, LENGTHS, SORTS, withFilter } from './use-course-filter.ts';

interface FilterProps {
  filter: CourseFilter;
  teachers: readonly string[];
  onChange: (part: Partial<CourseFilter>) => void;
}

interface ChoiceProps {
  name: 'teacher' | 'length' | 'sort';
  label: string;
  /** What an empty choice is called. */
  none: string;
  choices: readonly (readonly [value: string, text: string])[];
}

const choicesIn = ({ filter, teachers }: Pick<FilterProps, 'filter' | 'teachers'>): ChoiceProps[] => {
  const isKnown = filter.teacher === '' || teachers.includes(filter.teacher);
  return [
    {
      name: 'teacher',
      label: 'Teacher',
      none: 'Any',
      choices: (isKnown ? teachers : [filter.teacher, ...teachers]).map((teacher) => [teacher, teacher]),
    },
    { name: 'length', label: 'Length', none: 'Any', choices: Object.entries(LENGTHS) },
    {
      name: 'sort',
      label: 'Sort',
      none: filter.search ? 'Best match' : SORTS.newest,
      choices: Object.entries(SORTS).filter(([value]) => filter.search !== '' || value !== 'newest'),
    },
  ];
};

/** Belongs to the form of the search, so that it also works before or without scripts. */
const Choice = ({ filter, choice, onChange }: Pick<FilterProps, 'filter' | 'onChange'> & { choice: ChoiceProps }) => (
  <label className="filter-choice">
    <span className="text-muted">{choice.label}</span>
    <select
      name={choice.name}
      form="course-search"
      value={filter[choice.name]}
      onChange={({ target }) => onChange({ [choice.name]: target.value })}
    >
      <option value="">{choice.none}</option>
      {choice.choices.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </label>
);

const FreeChip = ({ filter }: Pick<FilterProps, 'filter'>) => (
  <Link
    to={withFilter(filter, { free: filter.free ? '' : 'true' })}
    preventScrollReset
    className="chip"
    aria-current={filter.free === 'true' || undefined}
  >
    Free lecture
  </Link>
);

/** Sort and filters: in a row, on phones in a sheet. */
export function FilterBar({ total, ...props }: FilterProps & { total: number }) {
  const { filter, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const choices = choicesIn(props);
  const chosen = [filter.teacher, filter.length, filter.free, filter.sort].filter((value) => value !== '').length;
  const all = choices.map((choice) => <Choice key={choice.name} filter={filter} choice={choice} onChange={onChange} />);
  return (
    <>
      <div className="flex flex-wrap items-center justify-end gap-2 max-sm:hidden">
        <FreeChip filter={filter} />
        {all}
        <noscript>
          <button type="submit" form="course-search" className="btn btn-quiet">
            Apply
          </button>
        </noscript>
      </div>
      <Button tone="quiet" className="needs-script sm:hidden" onClick={() => setOpen(true)}>
        <SlidersHorizontal size={16} aria-hidden="true" />
        Sort and filter{chosen > 0 && ` (${chosen})`}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Sort and filter"
        actions={
          <Button data-first onClick={() => setOpen(false)}>
            Show {countOf(total, 'course')}
          </Button>
        }
      >
        <div className="filter-sheet">
          {all}
          <FreeChip filter={filter} />
        </div>
      </Dialog>
    </>
  );
}

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Check, ChevronDown, SlidersHorizontal } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { type CourseFilter, LENGTHS, SORTS, withFilter } from './use-course-filter.ts';
import { useDismissal } from '#web/ui/use-dismissal.ts';

interface FilterProps {
  filter: CourseFilter;
  teachers: readonly string[];
  onChange: (part: Partial<CourseFilter>) => void;
}

interface ChoiceProps {
  name: 'teacher' | 'length' | 'sort';
  label: string;
  /** The name of an empty choice. */
  none: string;
  choices: readonly (readonly [value: string, text: string])[];
}

const choicesIn = (
  { filter, teachers }: Pick<FilterProps, 'filter' | 'teachers'>,
  hasReviews: boolean,
  translate: (message: MessageDescriptor) => string,
): ChoiceProps[] => {
  const named = (names: Readonly<Record<string, MessageDescriptor>>): [value: string, text: string][] =>
    Object.entries(names).map(([value, name]) => [value, translate(name)]);
  const isKnown = filter.teacher === '' || teachers.includes(filter.teacher);
  return [
    {
      name: 'teacher',
      label: translate(msg`Teacher`),
      none: translate(msg`Any`),
      choices: (isKnown ? teachers : [filter.teacher, ...teachers]).map((teacher) => [teacher, teacher]),
    },
    { name: 'length', label: translate(msg`Length`), none: translate(msg`Any`), choices: named(LENGTHS) },
    {
      name: 'sort',
      label: translate(msg`Sort`),
      none: translate(filter.search ? msg`Best match` : SORTS.newest),
      choices: named(SORTS).filter(
        ([value]) => (filter.search !== '' || value !== 'newest') && (hasReviews || value !== 'rated'),
      ),
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
    <Trans>First lecture free</Trans>
  </Link>
);

/** Sort and filters: in a row, on phones in a sheet. */
export function FilterBar({ total, ...props }: FilterProps & { total: number }) {
  const { filter, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const { t } = useLingui();
  const choices = choicesIn(props, useSite().community.reviews, (message) => t(message));
  const chosen = [filter.teacher, filter.length, filter.free, filter.sort].filter((value) => value !== '').length;
  const all = choices.map((choice) => <Choice key={choice.name} filter={filter} choice={choice} onChange={onChange} />);
  return (
    <>
      <div className="flex flex-wrap items-center justify-end gap-2 max-sm:hidden">
        <FreeChip filter={filter} />
        {all}
        <noscript>
          <button type="submit" form="course-search" className="btn btn-quiet">
            <Trans>Apply</Trans>
          </button>
        </noscript>
      </div>
      <Button tone="quiet" className="needs-script sm:hidden" onClick={() => setOpen(true)}>
        <SlidersHorizontal size={16} aria-hidden="true" />
        <Trans>Sort and filter</Trans>
        {chosen > 0 && ` (${chosen})`}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t`Sort and filter`}
        actions={
          <Button data-first onClick={() => setOpen(false)}>
            <Plural value={total} one="Show # course" other="Show # courses" />
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

interface ChipProps {
  filter: CourseFilter;
  category: string;
  /** Keeps its place, but is neither seen nor reached. */
  isHidden: boolean;
}

const Chip = ({ filter, category, isHidden }: ChipProps) => (
  <Link
    to={withFilter(filter, { category })}
    preventScrollReset
    className={`chip shrink-0 ${isHidden ? 'invisible' : ''}`}
    aria-current={category === filter.category || undefined}
  >
    {category || <Trans>All</Trans>}
  </Link>
);

/** How many elements of a row are seen whole; all of them until it is measured. */
const useFitting = (count: number) => {
  const row = useRef<HTMLDivElement>(null);
  const [fitting, setFitting] = useState(count);
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return undefined;
    const measure = (): void => {
      const { right } = element.getBoundingClientRect();
      const whole = [...element.children].filter((child) => child.getBoundingClientRect().right <= right + 1);
      // Where the row scrolls, nothing is left out.
      setFitting(getComputedStyle(element).overflowX === 'auto' ? count : whole.length);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [count]);
  return { row, fitting };
};

function More({ filter, categories }: { filter: CourseFilter; categories: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const element = useDismissal<HTMLDivElement>(isOpen, close);
  return (
    <div ref={element} className="relative max-lg:hidden">
      <button type="button" className="chip" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Trans>More</Trans>
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      {isOpen && (
        <ul className="chip-menu">
          {categories.map((category) => (
            <li key={category}>
              <Link to={withFilter(filter, { category })} preventScrollReset onClick={close}>
                <Check size={16} className={category === filter.category ? '' : 'invisible'} aria-hidden="true" />
                {category}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** One row: choices that do not fit are under More, and a chosen one moves into the row. Narrow windows scroll it. */
export function CategoryChips({ filter, categories }: { filter: CourseFilter; categories: readonly string[] }) {
  const { t } = useLingui();
  const chosen = filter.category;
  const all = chosen && !categories.includes(chosen) ? [chosen, ...categories] : categories;
  const { row, fitting } = useFitting(all.length + 1);
  // The first chip is All.
  const isForward = chosen !== '' && all.indexOf(chosen) >= fitting - 2;
  const ordered = isForward && fitting <= all.length ? [chosen, ...all.filter((one) => one !== chosen)] : all;
  return (
    <nav aria-label={t`Categories`} className="chip-row">
      <div
        ref={row}
        className="flex gap-2 min-w-0 p-1 overflow-hidden max-lg:px-[var(--page-margin,1.25rem)] max-lg:overflow-x-auto"
      >
        {['', ...ordered].map((category, index) => (
          <Chip key={category} filter={filter} category={category} isHidden={index >= fitting} />
        ))}
      </div>
      {fitting <= all.length && <More filter={filter} categories={ordered.slice(fitting - 1)} />}
    </nav>
  );
}

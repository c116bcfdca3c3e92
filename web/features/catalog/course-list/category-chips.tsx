import { Check, ChevronDown } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type CourseFilter, withFilter } from './use-course-filter.ts';

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
    {category || 'All'}
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
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- leaving it or Escape inside it closes the list
    <div
      className="relative max-lg:hidden"
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && close()}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <button type="button" className="chip" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        More
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

/** One row: what does not fit is under More, and a chosen one comes forward. Narrow windows scroll it. */
export function CategoryChips({ filter, categories }: { filter: CourseFilter; categories: readonly string[] }) {
  const chosen = filter.category;
  const all = chosen && !categories.includes(chosen) ? [chosen, ...categories] : categories;
  const { row, fitting } = useFitting(all.length + 1);
  // The first chip is All.
  const isForward = chosen !== '' && all.indexOf(chosen) >= fitting - 2;
  const ordered = isForward && fitting <= all.length ? [chosen, ...all.filter((one) => one !== chosen)] : all;
  return (
    <nav aria-label="Categories" className="chip-row">
      <div ref={row} className="chip-scroll">
        {['', ...ordered].map((category, index) => (
          <Chip key={category} filter={filter} category={category} isHidden={index >= fitting} />
        ))}
      </div>
      {fitting <= all.length && <More filter={filter} categories={ordered.slice(fitting - 1)} />}
    </nav>
  );
}

import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ArrowLeft, Search, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import { pathTo } from '#web/app/path-to.ts';
import { Suggestions, useSuggestions } from './suggestions.tsx';
import { type CourseFilter, withFilter } from './use-course-filter.ts';
import { useDismissal } from '#web/ui/use-dismissal.ts';

const LABEL = msg`Search courses and teachers`;

/** The hidden fields of the form, when it is sent without scripts. */
const OtherChoices = ({ filter }: { filter: CourseFilter }) =>
  (['category', 'free'] as const).map(
    (name) => filter[name] && <input key={name} type="hidden" name={name} value={filter[name]} />,
  );

interface SearchInputProps {
  input: RefObject<HTMLInputElement | null>;
  state: ReturnType<typeof useSuggestions>;
  /** The id of the list of suggestions. */
  listId: string;
  onClear: () => void;
}

function SearchInput({ input, state, listId, onClear }: SearchInputProps) {
  const { typed, active, suggestions } = state;
  const { t } = useLingui();
  return (
    <label className="input">
      <Search size={20} className="text-muted" aria-hidden="true" />
      <span className="sr-only">{t(LABEL)}</span>
      <input
        ref={input}
        name="search"
        role="combobox"
        aria-expanded={suggestions !== undefined}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        enterKeyHint="search"
        dir="auto"
        value={typed}
        maxLength={200}
        placeholder={t(LABEL)}
        onFocus={state.open}
        onChange={({ target }) => state.type(target.value)}
      />
      {typed !== '' && (
        <button type="button" className="-me-2 p-2" aria-label={t`Clear search`} onClick={onClear}>
          <X size={16} aria-hidden="true" />
        </button>
      )}
    </label>
  );
}

/** A combobox: suggestions while typing, Enter without a choice filters the list. On phones it fills the window. */
export function CourseSearch({ filter }: { filter: CourseFilter }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const state = useSuggestions(filter);
  const { typed, isOpen, active, suggestions, places, close } = state;
  const input = useRef<HTMLInputElement>(null);
  const element = useDismissal<HTMLFormElement>(isOpen, close);
  const id = useId();

  const go = (to: string): void => {
    close();
    input.current?.blur();
    void navigate(to);
  };
  const clear = (): void => {
    state.type('');
    input.current?.focus();
    if (filter.search) void navigate(withFilter(filter, { search: '' }), { preventScrollReset: true });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    const isArrow = key === 'ArrowDown' || key === 'ArrowUp';
    if (!isArrow && !(key === 'Escape' && isOpen)) return;
    event.preventDefault();
    if (isArrow) state.move(key === 'ArrowDown' ? 1 : -1);
    else close();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows and Escape belong to the combobox in it
    <form
      ref={element}
      id="course-search"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers of 2023 do not know the tag yet
      role="search"
      action={pathTo('courses')}
      className="course-search"
      data-open={isOpen || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        go(places[active]?.to ?? withFilter(filter, { search: typed.trim() }));
      }}
      onKeyDown={onKeyDown}
    >
      <OtherChoices filter={filter} />
      <div className="flex items-center gap-2">
        {isOpen && (
          <button
            type="button"
            className="btn btn-ghost btn-square sm:hidden"
            aria-label={t`Close search`}
            onClick={close}
          >
            <ArrowLeft size={20} aria-hidden="true" />
          </button>
        )}
        <SearchInput input={input} state={state} listId={id} onClear={clear} />
      </div>
      {suggestions && (
        <Suggestions
          id={id}
          search={state.search}
          suggestions={suggestions}
          places={places}
          active={active}
          onChoose={go}
          onCorrect={(meant) => {
            state.type(meant);
            input.current?.focus();
          }}
        />
      )}
    </form>
  );
}

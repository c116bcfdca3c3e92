import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { Shell } from '#web/ui/dialogs/shell.tsx';
import type { FrameName } from './entries.ts';
import {
  type Found,
  type SearchGroup,
  type SearchResult,
  useAdminSearch,
  useTeacherSearch,
} from './use-admin-search.ts';

interface SearchDialogProps {
  frame: FrameName;
  onClose: () => void;
}

/** A combobox, whose options open with Enter or a click. */
export function SearchDialog({ frame, onClose }: SearchDialogProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const Search = frame === 'admin' ? AdminSearch : TeacherSearch;
  return (
    <Shell className="search-dialog" aria-label={t`Search`} onClose={onClose}>
      <Search typed={typed} onType={setTyped} onClose={onClose} />
    </Shell>
  );
}

interface SearchProps {
  typed: string;
  onType: (typed: string) => void;
  onClose: () => void;
}

const AdminSearch = (props: SearchProps) => {
  const { t } = useLingui();
  return (
    <SearchBox
      {...props}
      {...useAdminSearch(props.typed)}
      label={t`Search pages, people, courses and payments`}
      placeholder={t`Pages, people, courses, payments`}
    />
  );
};

const TeacherSearch = (props: SearchProps) => {
  const { t } = useLingui();
  return (
    <SearchBox
      {...props}
      {...useTeacherSearch(props.typed)}
      label={t`Search pages and your courses`}
      placeholder={t`Pages, your courses`}
    />
  );
};

/** The position that a key leads to, around the ends; undefined for other keys. */
const positionFor = (key: string, current: number, count: number): number | undefined => {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (current + 1) % count;
  return key === 'ArrowUp' ? (current - 1 + count) % count : undefined;
};

interface SearchBoxProps extends SearchProps, Found {
  label: string;
  placeholder: string;
}

function SearchBox({ typed, onType, onClose, groups, note, label, placeholder }: SearchBoxProps) {
  const { t } = useLingui();
  const id = useId();
  const navigate = useNavigate();
  const [position, setPosition] = useState(0);
  const results = groups.flatMap((group) => group.results);
  const active = results[Math.min(position, results.length - 1)];
  const open = ({ to }: SearchResult): void => {
    onClose();
    void navigate(to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const next = positionFor(event.key, active ? results.indexOf(active) : -1, results.length);
    if (next !== undefined) {
      event.preventDefault();
      setPosition(next);
      document.querySelector(`#${CSS.escape(`${id}-${results[next]?.key}`)}`)?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter' && active) open(active);
  };
  return (
    <>
      <div className="flex items-center gap-2 border-b border-line p-2">
        <input
          type="text"
          role="combobox"
          className="input border-0"
          aria-label={label}
          placeholder={placeholder}
          aria-expanded={results.length > 0}
          aria-controls={`${id}-options`}
          aria-autocomplete="list"
          aria-activedescendant={active && `${id}-${active.key}`}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          data-first=""
          value={typed}
          onChange={({ target }) => {
            onType(target.value);
            setPosition(0);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="side-button" aria-label={t`Close`} onClick={onClose}>
          <X size={22} aria-hidden="true" />
        </button>
      </div>
      <output className={note === '' ? 'sr-only' : 'p-5 text-sm text-muted'}>{note}</output>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option has an icon and two texts */}
      <div id={`${id}-options`} role="listbox" aria-label={t`Results`} className="overflow-y-auto p-2">
        {groups.map((group) => (
          <Group key={group.title} group={group} id={id} active={active} onOpen={open} />
        ))}
      </div>
    </>
  );
}

interface GroupProps {
  group: SearchGroup;
  id: string;
  active: SearchResult | undefined;
  onOpen: (result: SearchResult) => void;
}

const Group = ({ group: { title, icon: Icon, results }, id, active, onOpen }: GroupProps) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- options are no fields
  <div role="group" aria-label={title}>
    <p className="meta px-3 pt-2 pb-1" aria-hidden="true">
      {title}
    </p>
    {results.map((result) => (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the combobox has the focus and the keys
      <div
        key={result.key}
        id={`${id}-${result.key}`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option has an icon and two texts
        role="option"
        aria-selected={result === active}
        className="flex items-center gap-3 min-h-11 py-1 px-3 rounded-field text-(length:--text-sm) cursor-pointer [&>.lucide]:shrink-0 [&>.lucide]:text-muted aria-[selected=true]:bg-base-300"
        onClick={() => onOpen(result)}
      >
        <Icon size={20} aria-hidden="true" />
        <span className="min-w-0 flex-1 truncate font-semibold">{result.name}</span>
        {result.detail !== undefined && <span className="meta max-w-[55%] shrink-0 truncate">{result.detail}</span>}
      </div>
    ))}
  </div>
);

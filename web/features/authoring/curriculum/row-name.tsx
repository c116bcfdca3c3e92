import { Trans, useLingui } from '@lingui/react/macro';
import { GripVertical } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import type { NamedItem } from './reorder.ts';
import type { CurriculumTree } from './use-curriculum-tree.ts';
import { positionOf } from './outline.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** The part of a tree that moves its rows. */
interface MovingTree extends Pick<CurriculumTree, 'keyboard' | 'pointer'> {
  curriculum: Pick<CurriculumTree['curriculum'], 'outline'>;
}

/** Drags a row, or moves it with keys. */
export function MoveHandle({ tree, item }: { tree: MovingTree; item: NamedItem }) {
  const { t } = useLingui();
  const language = useLanguage();
  const { curriculum, keyboard, pointer } = tree;
  return (
    <button
      type="button"
      className="grid h-9 w-7 shrink-0 cursor-grab touch-none place-items-center rounded-field text-muted max-md:size-11"
      aria-label={t`Move ${item.title}, ${{ place: positionOf(curriculum.outline, item, language) }}`}
      aria-describedby="how-to-move"
      aria-pressed={keyboard.pickedId === item.id}
      {...keyboard.handlersOf(item)}
      {...pointer.handlersOf(item)}
    >
      <GripVertical size={18} aria-hidden="true" />
    </button>
  );
}

interface NameInputProps {
  /** The kind of the item, for screen readers. */
  label: string;
  title: string;
  maxLength: number;
  /** Undefined leaves the name as it is. */
  onRenamed: (title: string | undefined) => void;
}

/** Enter and leaving the field save, Escape cancels. */
export function NameInput({ label, title, maxLength, onRenamed }: NameInputProps) {
  const isOver = useRef(false);
  const finish = (value: string | undefined): void => {
    if (isOver.current) return;
    isOver.current = true;
    const name = value?.trim();
    onRenamed(name === '' || name === title ? undefined : name);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    finish(event.key === 'Enter' ? event.currentTarget.value : undefined);
  };
  return (
    <>
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- renaming was asked for
        autoFocus
        type="text"
        dir="auto"
        className="input min-w-0 flex-1"
        aria-label={label}
        defaultValue={title}
        maxLength={maxLength}
        onFocus={({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select()}
        onKeyDown={onKeyDown}
        onBlur={({ currentTarget }) => finish(currentTarget.value)}
      />
      <span className="meta max-lg:hidden">
        <Trans>Enter to save, Esc to cancel</Trans>
      </span>
    </>
  );
}

/** The name of a lecture fills its row. */
const FILLING = 'flex-1 self-stretch py-1.5 max-md:col-[3/5] max-md:py-2.5';

interface RowNameProps extends Omit<NameInputProps, 'onRenamed'> {
  tree: CurriculumTree;
  id: string;
  /** The name is a heading. */
  isHeading?: boolean;
  isSelected: boolean;
  /** The first press. */
  onSelect: () => void;
  onRenamed: (title: string) => void;
}

/** The name of a section or lecture, which is renamed in place: by F2, or a press on the selected row. */
export function RowName({ tree, id, isHeading = false, isSelected, onSelect, onRenamed, ...field }: RowNameProps) {
  const onRename = (): void => tree.rename(id);
  const returnsFocus = useRef(false);
  if (tree.renamingId === id)
    return (
      <NameInput
        {...field}
        onRenamed={(next) => {
          returnsFocus.current = true;
          tree.rename(undefined);
          if (next !== undefined) onRenamed(next);
        }}
      />
    );
  const name = (
    <button
      ref={(element) => {
        if (element && returnsFocus.current && document.activeElement === document.body) element.focus();
        returnsFocus.current = false;
      }}
      type="button"
      className={`curriculum-name min-w-0 cursor-pointer rounded-selector px-1 text-start wrap-anywhere aria-current:font-semibold ${isHeading ? 'py-1.5 max-md:py-0' : FILLING}`}
      aria-current={(isSelected && !isHeading) || undefined}
      aria-keyshortcuts="F2"
      onClick={isSelected ? onRename : onSelect}
      onKeyDown={(event) => {
        if (event.key !== 'F2') return;
        event.preventDefault();
        onRename();
      }}
    >
      {field.title}
    </button>
  );
  return isHeading ? <h3 className="min-w-0 text-base/6 max-md:col-[3/5] max-md:py-2.5">{name}</h3> : name;
}

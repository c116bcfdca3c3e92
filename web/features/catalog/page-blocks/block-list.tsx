import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, Copy, Eye, EyeOff, GripVertical, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { type Block, BLOCKS_MAX } from '#contract/catalog/page-blocks.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { useSchoolLanguage } from '#web/ui/language/use-school-language.ts';
import { blockKinds, movedTo, newBlockId, summaryOf } from './block-kinds.ts';

interface ChangesBlocks {
  blocks: readonly Block[];
  select: (id: string | undefined) => void;
  /** A function of the newest ones: a picture may have arrived since they were shown. */
  change: (of: (newest: Block[]) => Block[]) => void;
}

const icon = 'btn btn-ghost btn-square';

/** The title of the chosen block, and what can be done with it as a whole. */
export function BlockActions({
  blocks,
  index,
  block,
  select,
  change,
}: ChangesBlocks & { index: number; block: Block }) {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const name = _(blockKinds[block.kind].name);
  const copy = () => {
    const id = newBlockId();
    change((newest) => newest.flatMap((one) => (one.id === block.id ? [one, { ...one, id }] : [one])));
    select(id);
  };
  const remove = () => {
    change((newest) => newest.filter((one) => one.id !== block.id));
    select(undefined);
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-5 py-2">
      <h3 className="text-title">{name}</h3>
      <div className="flex">
        {(
          [
            [t`Move up block`, ArrowUp, () => change((newest) => movedTo(newest, block.id, index - 1)), index === 0],
            [
              t`Move down block`,
              ArrowDown,
              () => change((newest) => movedTo(newest, block.id, index + 1)),
              index === blocks.length - 1,
            ],
            [t`Copy block`, Copy, copy, blocks.length >= BLOCKS_MAX],
            [t`Delete block`, Trash2, remove, false],
          ] as const
        ).map(([label, Icon, act, isOff]) => (
          <button key={label} type="button" className={icon} aria-label={label} disabled={isOff} onClick={act}>
            <Icon size={18} aria-hidden="true" />
          </button>
        ))}
      </div>
    </div>
  );
}

function AddBlock({ blocks, select, change }: ChangesBlocks) {
  const { t } = useLingui();
  const ofSchool = useSchoolLanguage();
  const language = useLanguage();
  const add = (kind: string) => {
    const chosen = Object.entries(blockKinds).find(([name]) => name === kind)?.[1];
    if (!chosen) return;
    const block = chosen.create({ id: newBlockId(), isHidden: false }, ofSchool);
    change((newest) => [...newest, block]);
    select(block.id);
  };
  return (
    <div className="p-4 [ul:not(:empty)+&]:border-t [ul:not(:empty)+&]:border-line">
      {blocks.length === 0 && (
        <p className="mb-3 text-sm text-muted">
          <Trans>No blocks yet.</Trans>
        </p>
      )}
      <select
        aria-label={t`Add block`}
        className="select h-11 w-full sm:w-56"
        value=""
        disabled={blocks.length >= BLOCKS_MAX}
        onChange={({ target }) => add(target.value)}
      >
        <option value="" disabled>
          {t`Add block`}
        </option>
        {Object.entries(blockKinds).map(([kind, { name }]) => (
          <option key={kind} value={kind}>
            {language._(name)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Arrow keys move the block whose handle has the focus, which it keeps; each place is announced. */
const useKeyboardMove = ({ blocks, change }: Pick<ChangesBlocks, 'blocks' | 'change'>) => {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const list = useRef<HTMLUListElement>(null);
  const moved = useRef<string>(undefined);
  const [announcement, announce] = useState('');
  useLayoutEffect(() => {
    if (moved.current !== undefined)
      list.current?.querySelector<HTMLElement>(`[data-handle="${moved.current}"]`)?.focus();
    moved.current = undefined;
  });
  const onKeyDown =
    ({ id, kind }: Block, index: number) =>
    (event: KeyboardEvent) => {
      const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };
      const step = steps[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next = index + step;
      if (next < 0 || next >= blocks.length) return;
      moved.current = id;
      change((newest) => movedTo(newest, id, next));
      announce(t`${{ name: _(blockKinds[kind].name) }} is now ${{ place: next + 1 }} of ${{ count: blocks.length }}`);
    };
  return { list, announcement, onKeyDown };
};

/** What kind of block it is, and its words. */
function BlockName({ block, isIncomplete }: { block: Block; isIncomplete: boolean }) {
  const { t } = useLingui();
  const language = useLanguage();
  const { icon: Icon, name } = blockKinds[block.kind];
  return (
    <>
      <Icon size={18} aria-hidden="true" className="shrink-0 text-muted" />
      <span className="min-w-0">
        <span className="block font-medium">
          {language._(name)}
          {isIncomplete && (
            <span className="text-error">
              {' '}
              <Trans>· incomplete</Trans>
            </span>
          )}
        </span>
        <span className="meta block truncate">{block.isHidden ? t`Hidden` : summaryOf(block, language)}</span>
      </span>
    </>
  );
}

interface BlockListProps extends ChangesBlocks {
  selectedId: string | undefined;
  hasError: (index: number) => boolean;
}

/** The blocks in their order: they are dragged by their row, or moved with the arrow keys on their handle. */
export function BlockList({ blocks, selectedId, select, change, hasError }: BlockListProps) {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const help = useId();
  const [draggedId, drag] = useState<string>();
  const { list, announcement, onKeyDown } = useKeyboardMove({ blocks, change });
  return (
    <>
      <p id={help} className="sr-only">
        <Trans>Move it with the arrow keys, or drag it.</Trans>
      </p>
      <output className="sr-only">{announcement}</output>
      <ul ref={list}>
        {blocks.map((block, index) => {
          const name = _(blockKinds[block.kind].name);
          const { id, isHidden } = block;
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the handle inside has keys for it
            <li
              key={id}
              draggable
              className={`flex items-center gap-1 border-line p-2 not-first:border-t ${id === selectedId ? 'nav-current' : ''} ${id === draggedId ? 'opacity-60' : ''}`}
              onDragStart={() => drag(id)}
              onDragEnd={() => drag(undefined)}
              onDragOver={(event) => {
                if (draggedId === undefined) return;
                event.preventDefault();
                if (draggedId !== id) change((newest) => movedTo(newest, draggedId, index));
              }}
            >
              <button
                type="button"
                data-handle={id}
                className={`${icon} cursor-grab`}
                aria-label={t`Move ${name}`}
                aria-describedby={help}
                onKeyDown={onKeyDown(block, index)}
              >
                <GripVertical size={18} aria-hidden="true" />
              </button>
              <button
                type="button"
                className="flex min-h-11 min-w-0 flex-1 cursor-pointer items-center gap-3 text-start"
                aria-expanded={id === selectedId}
                onClick={() => select(id === selectedId ? undefined : id)}
              >
                <BlockName block={block} isIncomplete={hasError(index)} />
              </button>
              <button
                type="button"
                className={icon}
                aria-label={isHidden ? t`Show ${name}` : t`Hide ${name}`}
                onClick={() =>
                  change((newest) => newest.map((one) => (one.id === id ? { ...one, isHidden: !isHidden } : one)))
                }
              >
                {isHidden ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
              </button>
            </li>
          );
        })}
      </ul>
      <AddBlock {...{ blocks, select, change }} />
    </>
  );
}

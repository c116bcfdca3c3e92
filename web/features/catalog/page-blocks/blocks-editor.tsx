import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { get, useWatch } from 'react-hook-form';
import { messages } from '#contract/messages.ts';
import { Block, type EditedBlocks, pageBlocks } from '#contract/catalog/page-blocks.ts';
import { invalidate } from '#web/api/query.ts';
import { call } from '#web/api/call.ts';
import { blocksPreviewQuery, editedBlocksQuery } from '#web/api/authoring-queries.ts';
import { courseDescriptionQuery } from '#web/api/course-queries.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/forms/fields.tsx';
import { LeaveGuard } from '#web/ui/forms/leave-guard.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { SaveStatus } from '#web/ui/inputs/save-status.tsx';
import { FormSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { BlockFields } from './block-fields.tsx';
import { blockKinds } from './block-kinds.ts';
import { BlockActions, BlockList } from './block-list.tsx';
import { Blocks } from './blocks.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';

const said = messages.pageBlocks;

/** The complete ones, as visitors would see them. */
function Preview({ page, blocks }: { page: string; blocks: readonly Block[] }) {
  const { t } = useLingui();
  const { look } = useSite();
  const complete = blocks.filter((block) => Block.safeParse(block).success);
  const { data } = useQuery({ ...blocksPreviewQuery(page, complete), enabled: complete.length > 0 });
  return (
    <section aria-label={t`Preview`} className="min-w-0 xl:sticky xl:top-6 xl:self-start">
      <h3 className="text-title">
        <Trans>Preview</Trans>
      </h3>
      <p className="mt-1 mb-3 text-sm text-muted">
        <Trans>Visitors see this once you save. Hidden blocks are left out.</Trans>
      </p>
      <div
        inert
        data-look={look}
        className="relative max-h-[70dvh] overflow-y-auto rounded-box border border-line bg-base-200 p-5 text-base"
      >
        {complete.length > 0 && data ? (
          <Blocks blocks={data.blocks} hasBuyButton={page === 'home'} />
        ) : (
          <p className="text-sm text-muted">
            <Trans>Complete blocks are shown here.</Trans>
          </p>
        )}
      </div>
    </section>
  );
}

interface EditorProps {
  page: string;
  onSaved?: ((blocks: readonly Block[]) => void) | undefined;
}

const useBlocksForm = ({ page, edited, onSaved }: EditorProps & { edited: EditedBlocks }) => {
  const queryClient = useQueryClient();
  const form = useContractForm({
    schema: pageBlocks.save.body,
    defaults: { blocks: edited.blocks, version: edited.version },
    messages: { success: said.saved, error: said.saveFailed, incomplete: said.incompleteBlocks },
    run: (body) => call('PUT /admin/blocks/:page', { params: { page }, body }),
    onSuccess: async (saved) => {
      form.showSaved({ blocks: saved.blocks, version: saved.version });
      queryClient.setQueryData(editedBlocksQuery(page).queryKey, saved);
      onSaved?.(saved.blocks);
      await invalidate(queryClient, [['courses', 'blocks']]);
      if (page !== 'home') await queryClient.invalidateQueries({ queryKey: courseDescriptionQuery(page).queryKey });
    },
  });
  return form;
};

const SaveBar = ({ isDirty, isBusy, onDiscard }: { isDirty: boolean; isBusy: boolean; onDiscard: () => void }) => (
  <div className="save-bar sm:px-6" data-dirty={isDirty || undefined}>
    <SaveStatus changeCount={isDirty ? 1 : 0} isBusy={isBusy} />
    <div className="flex gap-3">
      {isDirty && (
        <Button tone="quiet" isDisabled={isBusy} onClick={onDiscard}>
          <Trans>Discard</Trans>
        </Button>
      )}
      <Button type="submit" isBusy={isBusy} isDisabled={!isDirty}>
        <Trans>Save blocks</Trans>
      </Button>
    </div>
  </div>
);

function Editor({ edited, ...props }: EditorProps & { edited: EditedBlocks }) {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const { form, formError, isBusy, onSubmit } = useBlocksForm({ ...props, edited });
  const blocks = useWatch({ control: form.control, name: 'blocks' });
  const [selectedId, select] = useState<string>();
  const { errors, isDirty, isSubmitted } = form.formState;
  const errorAt = (path: string): string | undefined => {
    const message: unknown = get(errors, `blocks.${path}.message`);
    return typeof message === 'string' ? message : undefined;
  };
  const change = (of: (newest: Block[]) => Block[]) =>
    form.setValue('blocks', of(form.getValues('blocks')), { shouldDirty: true, shouldValidate: isSubmitted });
  const index = blocks.findIndex(({ id }) => id === selectedId);
  const selected = blocks[index];
  const hasError = (at: number): boolean => get(errors, `blocks.${at}`) !== undefined;
  return (
    <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <form noValidate aria-label={t`Blocks`} className="surface min-w-0 self-start" onSubmit={onSubmit}>
        {formError && (
          <div className="p-5">
            <FormAlert>{formError}</FormAlert>
          </div>
        )}
        <BlockList {...{ blocks, selectedId, select, change, hasError }} />
        {selected && (
          <fieldset className="border-t border-line">
            <legend className="sr-only">{_(blockKinds[selected.kind].name)}</legend>
            <BlockActions {...{ blocks, index, block: selected, select, change }} />
            <div className="space-y-5 p-5">
              <BlockFields
                key={selected.id}
                block={selected}
                page={props.page}
                choices={edited}
                errorOf={(path) => errorAt(`${index}.${path}`)}
                onChange={(of) =>
                  change((newest) => newest.map((block) => (block.id === selected.id ? of(block) : block)))
                }
              />
            </div>
          </fieldset>
        )}
        <SaveBar {...{ isDirty, isBusy }} onDiscard={() => form.reset()} />
        <LeaveGuard isDirty={isDirty} />
      </form>
      <Preview page={props.page} blocks={blocks} />
    </div>
  );
}

/** The blocks of the home page or of a course's page: their list, the chosen one, and a preview. */
export function BlocksEditor(props: EditorProps) {
  return (
    <QueryBoundary query={useQuery(editedBlocksQuery(props.page))} skeleton={<FormSkeleton />} failure={said.failure}>
      {(edited) => <Editor {...props} edited={edited} />}
    </QueryBoundary>
  );
}

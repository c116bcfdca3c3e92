import { Plural, Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { messages } from '#contract/messages.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Said } from '#web/ui/language/language.tsx';

type Run = NonNullable<ResponseOf<'GET /courses/:courseId/translations/:language/drafts'>['run']>;

const LOOK_MS = 3000;

const RunState = ({ run: { texts, written, isRunning, problem } }: { run: Run }) => {
  if (isRunning)
    return (
      <Trans>
        Writing drafts: {written} of {texts}
      </Trans>
    );
  return (
    <>
      <Plural value={written} one="# draft written." other="# drafts written." />{' '}
      {written < texts && problem === null && (
        <Plural value={texts - written} one="# text has no usable draft." other="# texts have no usable draft." />
      )}
      {problem !== null && <Said>{problem}</Said>}
    </>
  );
};

/** Drafts by the program of the school, where it has one. */
export function TranslationDrafts({ courseId, language }: { courseId: string; language: string }) {
  const queryClient = useQueryClient();
  const params = { courseId, language };
  const { data } = useQuery({
    ...endpointQuery(['courses', courseId], 'GET /courses/:courseId/translations/:language/drafts', { params }),
    refetchInterval: ({ state }) => (state.data?.run?.isRunning === true ? LOOK_MS : false),
  });
  const { isBusy, start } = useAction({
    run: () => call('POST /courses/:courseId/translations/:language/drafts', { params }),
    messages: { error: messages.translations.draftingFailed },
    changes: ['courses'],
  });
  const isRunning = data?.run?.isRunning === true;
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current && !isRunning) void queryClient.invalidateQueries({ queryKey: ['courses', courseId] });
    wasRunning.current = isRunning;
  }, [isRunning, courseId, queryClient]);
  if (!data?.isAvailable) return null;
  return (
    <div className="my-5 flex flex-wrap items-center gap-4">
      <Button tone="quiet" isBusy={isBusy} isDisabled={isRunning} onClick={() => void start(undefined)}>
        <Sparkles size={18} aria-hidden="true" />
        <Trans>Fill drafts</Trans>
      </Button>
      {data.run && (
        <output className="num text-sm text-muted">
          <RunState run={data.run} />
        </output>
      )}
    </div>
  );
}

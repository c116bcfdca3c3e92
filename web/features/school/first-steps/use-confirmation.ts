import { useQueryClient } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { firstStepsQuery } from '#web/api/school-queries.ts';
import { useAction } from '#web/api/use-action.ts';

/** Marks a step as done that may change nothing. */
export function useConfirmation(step: 'price' | 'share') {
  const queryClient = useQueryClient();
  return useAction({
    // Returns nothing, because the guide shows the result: a toast would repeat it.
    run: async () => {
      queryClient.setQueryData(
        firstStepsQuery().queryKey,
        await call('POST /admin/first-steps/:step', { params: { step } }),
      );
    },
    messages: { error: messages.firstSteps.error },
  });
}

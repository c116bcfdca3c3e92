import { messages } from '#contract/messages.ts';
import { DeadEnd } from '#web/components/dead-end.tsx';

export const Component = () => (
  <DeadEnd code="404" title={messages.notFoundPage}>
    There is nothing at this address. It may have moved, or the link has a typing mistake.
  </DeadEnd>
);

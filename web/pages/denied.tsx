import { messages } from '#contract/messages.ts';
import { DeadEnd } from '#web/components/dead-end.tsx';

export const Component = () => (
  <DeadEnd code="403" title={messages.denied}>
    This page is for people with another role. If it should be yours, ask an administrator of the school.
  </DeadEnd>
);

import type { ReactNode } from 'react';

interface LectureSectionProps {
  id: string;
  title: string;
  /** One level below the lecture's title. */
  heading?: 'h2' | 'h3' | undefined;
  children: ReactNode;
}

/** A titled list that belongs to the lecture above it. */
export const LectureSection = ({ id, title, heading: Heading = 'h3', children }: LectureSectionProps) => (
  <section aria-labelledby={id} className="surface mt-6 max-w-[38rem] overflow-hidden">
    <Heading id={id} className="border-b border-line px-4 py-3 text-title">
      {title}
    </Heading>
    {children}
  </section>
);

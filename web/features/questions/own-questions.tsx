import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ownQuestionsQuery } from '#web/api/question-queries.ts';
import { QuestionCard } from './question-card.tsx';

const unchanged = () => undefined;

/** The user's own questions in a course where access has ended: they can be read, not written. */
export default function OwnQuestions({ courseId }: { courseId: string }) {
  const { data } = useQuery({ ...ownQuestionsQuery(courseId), retry: false });
  if (!data || data.questions.length === 0) return null;
  return (
    <section aria-labelledby="own-questions" className="mt-10">
      <h2 id="own-questions" className="text-title">
        <Trans>Your questions</Trans>
      </h2>
      <p className="meta mt-1 mb-4">
        <Trans>You can read them and their answers. Writing needs access to the course.</Trans>
      </p>
      <div className="surface overflow-hidden">
        {data.questions.map((question) => (
          <QuestionCard
            key={question._id}
            question={question}
            view={{ courseId, isStaff: false, isWritable: false, seekTo: undefined }}
            onChange={unchanged}
            onRemoved={unchanged}
          />
        ))}
      </div>
    </section>
  );
}

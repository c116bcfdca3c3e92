import type { CourseProgress } from '#contract/progress.ts';

export const CourseProgressBar = ({ progress }: { progress: CourseProgress }) => {
  const { doneLectures, lectures, percent } = progress;
  return (
    <div>
      <p className="flex justify-between gap-4 text-sm">
        <span className="font-medium">
          {doneLectures} of {lectures} watched
        </span>
        <span className="num text-muted">{percent}%</span>
      </p>
      <progress
        className="progress mt-2 block h-1.5 w-full text-primary"
        aria-label="Watched lectures"
        value={doneLectures}
        max={lectures}
      />
    </div>
  );
};

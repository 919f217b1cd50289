/** Arrow heads and hatches that the pipeline's drawings refer to; once in the page. */
export function FlowMarks() {
  return (
    <svg aria-hidden="true" width="0" height="0" style={{ position: "absolute" }}>
      <defs>
        <marker
          id="pipeline-arrow"
          viewBox="0 0 8 8"
          refX="6.8"
          refY="4"
          markerWidth="10"
          markerHeight="10"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M1 .8 7.4 4 1 7.2Z" fill="context-stroke" />
        </marker>
        <marker
          id="pipeline-open-arrow"
          viewBox="0 0 8 8"
          refX="6.5"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          markerUnits="userSpaceOnUse"
          orient="auto-start-reverse"
        >
          <path
            d="M1 1 7 4 1 7"
            fill="none"
            stroke="context-stroke"
            strokeWidth="1.4"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </marker>
        <pattern id="pipeline-hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V4" stroke="var(--line-3)" strokeWidth="1" />
        </pattern>
        <pattern id="pipeline-stale" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V5" stroke="var(--stale)" strokeWidth="1.6" />
        </pattern>
      </defs>
    </svg>
  );
}

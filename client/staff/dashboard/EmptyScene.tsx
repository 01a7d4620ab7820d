import { Scene } from '../../design/Scene.tsx';

/** The drawing of a dashboard without lots; apart from it, as few people see it, and once. */
export default function EmptyScene() {
  return <Scene name="noLots" />;
}

export { DEFAULT_SESSION, type Simulator, startSimulator } from './simulator';

export { DEFAULT_SESSION, type Simulator, type SimulatorOptions, startSimulator } from './simulator';

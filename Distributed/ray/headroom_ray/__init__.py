"""Runs `headroom batch` over a Ray cluster.

The list of inputs is cut into chunks, and a chunk is a task: a process of `headroom batch` with one core, on any node. All
nodes see the same files under the same paths. What is finished stands in the manifest, so a node or the driver may die at any
moment; whoever starts the same command again goes on where it ended.
"""

"""What a person reads, made from result documents: verdict sentences, tables, stories; nothing else."""
